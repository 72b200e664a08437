import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import { runCli } from "../../bagwise/src/cli/run.js";
import { passwordOf, withoutPassword } from "../src/password.js";

describe("the password of an address", () => {
  it.each([
    ["postgres://me:geheim@host:5432/db", "postgres://me@host:5432/db", "geheim"],
    ["trino+https://me:geheim@host/a/b", "trino+https://me@host/a/b", "geheim"],
    ["--data=postgresql://me:ge%2Fheim@host/db", "--data=postgresql://me@host/db", "ge/heim"],
    ["postgres://me:ge@hei/m?#@host/db", "postgres://me@host/db", "ge@hei/m?#"],
    ["postgres://me@host/db?password=geheim", "postgres://me@host/db", "geheim"],
    ["postgres://host/db?user=me&password=geheim&ssl=1", "postgres://host/db?user=me&ssl=1", "geheim"],
    ["postgres://host/db?password=geheim&ssl=1", "postgres://host/db?ssl=1", "geheim"],
    ["postgres://:100%@host/db", "postgres://@host/db", "100%"],
  ])("is taken out of %s and kept", (given, shown, password) => {
    expect(withoutPassword(given)).toBe(shown);
    expect(passwordOf(shown.replace(/^--data=/, ""))).toBe(password);
  });

  it.each([
    "postgres://me@host:5432/db",
    "trino://host:8080/a/b",
    "file.csv",
    "SELECT ':' || '@' FROM postgres",
    "http://host:80/a@b",
  ])("leaves %s as it is", (text) => {
    expect(withoutPassword(text)).toBe(text);
  });

  it.each([
    ["trino+https://me:geheim@127.0.0.1:1/a/b"],
    ["postgres://me:ge@heim@127.0.0.1:1/db"],
    ["postgres://me@127.0.0.1:1/db?password=geheim"],
  ])("is in no output of a command on %s", async (address) => {
    const pieces: string[] = [];
    const stream = () => new PassThrough().on("data", (piece) => pieces.push(String(piece)));
    const errors: unknown[] = [];
    const code = await runCli(["inspect", address, "--table", "x"], {
      stdout: stream(),
      stderr: stream(),
      onError: (error) => errors.push(error),
    });
    expect(code).toBe(2);
    expect(`${pieces.join("")}${JSON.stringify(errors)}${errors.join()}`).not.toMatch(/heim/);
  });
});

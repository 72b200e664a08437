import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { fetchBytes } from "../../../../src/experiment/datasets/download/fetch-bytes.js";

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const redirect =
  (to: string): RequestListener =>
  (_, response) => {
    response.writeHead(302, { location: to }).end();
  };

describe("fetchBytes", () => {
  it("follows a redirect on the same server", async () => {
    const base = await serve((request, response) => {
      if (request.url === "/new") response.end("here");
      else response.writeHead(301, { location: "/new" }).end();
    });
    expect(new TextDecoder().decode(await fetchBytes(`${base}/old`))).toBe("here");
  });

  it("follows none to another server or scheme, and asks nobody there", async () => {
    let asked = 0;
    const other = await serve((_, response) => {
      asked++;
      response.end("other");
    });
    for (const to of [other, other.replace("127.0.0.1", "localhost"), "file:///etc/hostname", "data:,x", "//["]) {
      const base = await serve(redirect(to));
      await expect(fetchBytes(base), to).rejects.toMatchObject({ name: "InputError", code: "download" });
    }
    expect(asked).toBe(0);
  });

  it("does not run in circles", async () => {
    await expect(fetchBytes(await serve(redirect("/again")))).rejects.toMatchObject({ code: "download" });
  });

  it("stops at the size limit, whether the server announces the size or not", async () => {
    let closed = 0;
    const base = await serve((_, response) => {
      const timer = setInterval(() => response.write(Buffer.alloc(1000)), 1);
      response.on("close", () => {
        clearInterval(timer);
        closed++;
      });
    });
    await expect(fetchBytes(base, { most: 5000 })).rejects.toMatchObject({ code: "download" });
    await expect.poll(() => closed).toBe(1);
    const whole = await serve((_, response) => response.end(Buffer.alloc(5000)));
    expect((await fetchBytes(whole, { most: 5000 })).length).toBe(5000);
    await expect(fetchBytes(whole, { most: 4999 })).rejects.toMatchObject({ code: "download" });
  });

  it("stops at the time limit, before the answer and in the middle of it", async () => {
    const silent = await serve(() => undefined);
    const slow = await serve((_, response) => void response.write("a"));
    for (const base of [silent, slow])
      await expect(fetchBytes(base, { patience: 100 })).rejects.toMatchObject({ name: "InputError", code: "network" });
  });

  it("leaves an abort to its caller", async () => {
    const silent = await serve(() => undefined);
    await expect(fetchBytes(silent, { signal: AbortSignal.timeout(50) })).rejects.toMatchObject({
      name: "TimeoutError",
    });
  });
});

import type { Server } from "node:http";

/** Starts to listen. Returns what prevents it, such as a port that is taken or none; undefined if it listens. */
export function listen(server: Server, port: number, host: string): Promise<NodeJS.ErrnoException | undefined> {
  return new Promise((resolve) => {
    server.once("error", resolve);
    const listens = () => {
      server.off("error", resolve);
      resolve(undefined);
    };
    try {
      server.listen(port, host, listens);
    } catch (error) {
      // Node throws at once where the number is no port.
      server.off("error", resolve);
      resolve(error as NodeJS.ErrnoException);
    }
  });
}

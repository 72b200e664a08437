import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Workbench } from "../state/workbench.js";

export const BenchContext = createContext<Workbench | null>(null);

/** The application that the components show. */
export function useBench(): Workbench {
  const bench = useContext(BenchContext);
  if (bench === null) throw new Error("a component is outside of the application");
  return bench;
}

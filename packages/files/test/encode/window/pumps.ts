/**
 * A long table of pumps for tests and the docs: pressure and temperature every second. Every other pump
 * shakes for forty seconds somewhere; half of those are labelled. Texts, always the same.
 */
export function pumpsCsv({ pumps = 80, seconds = 400 }: { pumps?: number; seconds?: number } = {}): string {
  let state = 7;
  const uniform = () => {
    state = (state * 1664525 + 1013904223) % 2 ** 32;
    return state / 2 ** 32;
  };
  const noise = () => Array.from({ length: 12 }, uniform).reduce((sum, each) => sum + each, -6);
  const lines = ["pump,label,site,t,pressure,temperature"];
  for (let pump = 0; pump < pumps; pump++) {
    const from = shakesFrom(uniform(), pump, seconds);
    for (let t = 0; t < seconds; t++) {
      const shaking = from !== undefined && t >= from && t < from + SHAKING ? 3 * Math.sin(1.7 * t) : 0;
      const pressure = 10 + Math.sin(t / 9 + pump) + 0.3 * noise() + shaking;
      const temperature = 60 + 0.5 * noise();
      const cells = [`pump${pump}`, pump % 4 === 0 ? 1 : "", "ABC"[pump % 3], t];
      lines.push([...cells, pressure.toFixed(3), temperature.toFixed(2)].join(","));
    }
  }
  return `${lines.join("\n")}\n`;
}

/** How many seconds a pump shakes. */
const SHAKING = 40;

function shakesFrom(draw: number, pump: number, seconds: number): number | undefined {
  return pump % 2 === 0 ? Math.floor(draw * (seconds - SHAKING)) : undefined;
}

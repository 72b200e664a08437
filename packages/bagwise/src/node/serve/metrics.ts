/** The upper ends of the buckets of the time of a request, in seconds. */
const BUCKETS = [0.005, 0.02, 0.1, 0.5, 2, 10, 60];

/** What a server counts, in the text format of Prometheus. */
export class Metrics {
  readonly #requests = new Map<string, number>();
  readonly #buckets = BUCKETS.map(() => 0);
  #seconds = 0;
  #scored = 0;
  bags = 0;
  instances = 0;
  shed = 0;
  abandoned = 0;
  receiving = 0;
  inFlight = 0;
  /** Bytes of bodies and answers. */
  held = 0;

  /** A request was answered. */
  answered(path: string, status: number): void {
    const key = `path="${path}",status="${status}"`;
    this.#requests.set(key, (this.#requests.get(key) ?? 0) + 1);
  }

  /** Bags were scored in so many seconds, reading them included. */
  took(seconds: number): void {
    this.#seconds += seconds;
    this.#scored++;
    for (const [k, most] of BUCKETS.entries()) if (seconds <= most) this.#buckets[k]++;
  }

  /** All of it. */
  text(): string {
    const lines: string[] = [];
    const add = (name: string, type: string, help: string, values: readonly (readonly [string, number])[]) => {
      lines.push(`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`);
      for (const [labels, value] of values) lines.push(`${name}${labels} ${value}`);
    };
    add(
      "bagwise_requests_total",
      "counter",
      "Requests answered.",
      [...this.#requests].map(([key, count]) => [`{${key}}`, count] as const),
    );
    add("bagwise_requests_shed_total", "counter", "Requests refused because of overload.", [["", this.shed]]);
    add("bagwise_requests_abandoned_total", "counter", "Requests whose clients left.", [["", this.abandoned]]);
    add("bagwise_requests_receiving", "gauge", "Requests to score whose bodies still come.", [["", this.receiving]]);
    add("bagwise_requests_in_flight", "gauge", "Requests that are scored or wait for it.", [["", this.inFlight]]);
    add("bagwise_bytes_held", "gauge", "Bytes of their bodies and answers.", [["", this.held]]);
    add("bagwise_bags_scored_total", "counter", "Bags scored.", [["", this.bags]]);
    add("bagwise_instances_scored_total", "counter", "Instances of these bags.", [["", this.instances]]);
    const name = "bagwise_score_seconds";
    lines.push(`# HELP ${name} Time to read and score the bags of a request.`, `# TYPE ${name} histogram`);
    for (const [k, most] of BUCKETS.entries()) lines.push(`${name}_bucket{le="${most}"} ${this.#buckets[k]}`);
    lines.push(
      `${name}_bucket{le="+Inf"} ${this.#scored}`,
      `${name}_sum ${this.#seconds}`,
      `${name}_count ${this.#scored}`,
    );
    const { rss } = process.memoryUsage();
    add("process_resident_memory_bytes", "gauge", "Memory of the process.", [["", rss]]);
    return `${lines.join("\n")}\n`;
  }
}

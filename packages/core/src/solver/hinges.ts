/**
 * The hinges weight (z - kink)_+ of all bags, as the interior-point method sees them. The double
 * hinge is a sum of two, f(z) = (z + e)_+ / 2 + (z - e)_+ / 2. gamma is the sum of the masses of
 * all hinges. At the solution, for each bag,
 *
 *     0 <= mass, room, over, under;  mass + room = weight;  over - under = z - kink;  mass under = room over = 0.
 *
 * All four are stored and updated, because computing one from the others would lose digits.
 */
export class Hinge {
  readonly kink: Float64Array;
  readonly mass: Float64Array;
  readonly room: Float64Array;
  readonly over: Float64Array;
  readonly under: Float64Array;
  dMass: Float64Array;
  dOver: Float64Array;
  dUnder: Float64Array;
  #aside: [Float64Array, Float64Array, Float64Array];
  /** How fast z - kink rises with mass: over / room + under / mass. */
  readonly slope: Float64Array;
  /** The desired change of the products `mass under` and `room over`. */
  readonly wantUnder: Float64Array;
  readonly wantOver: Float64Array;
  /** dMass = (dz + off) / slope. */
  readonly off: Float64Array;

  constructor(bags: number) {
    const vector = () => new Float64Array(bags);
    this.kink = vector();
    this.mass = vector();
    this.room = vector();
    this.over = vector();
    this.under = vector();
    this.dMass = vector();
    this.dOver = vector();
    this.dUnder = vector();
    this.#aside = [vector(), vector(), vector()];
    this.slope = vector();
    this.wantUnder = vector();
    this.wantOver = vector();
    this.off = vector();
  }

  /**
   * Sets multipliers that make all products equal for the current masses and rooms: a start on or
   * near the central path.
   */
  centre(product: number): void {
    const { mass, room, over, under } = this;
    for (let i = 0; i < mass.length; i++) {
      under[i] = product / mass[i];
      over[i] = product / room[i];
    }
  }

  /** Adds this hinge's share of gamma, and of the room left for gamma to grow. */
  addMass(gamma: Float64Array, rest: Float64Array): void {
    const { mass, room } = this;
    for (let i = 0; i < mass.length; i++) {
      gamma[i] += mass[i];
      rest[i] += room[i];
    }
  }

  /** Sets the slopes and adds their inverses, the weights of Newton's equations. */
  addWeights(weights: Float64Array): void {
    const { mass, room, over, under, slope } = this;
    for (let i = 0; i < slope.length; i++) {
      slope[i] = over[i] / room[i] + under[i] / mass[i];
      weights[i] += 1 / slope[i];
    }
  }

  /**
   * Aims at products equal to `target`. With `corrected`, includes the second-order term of the
   * last direction (Mehrotra).
   */
  aim(target: number, corrected: boolean): void {
    const { mass, room, over, under, dMass, dOver, dUnder, wantOver, wantUnder } = this;
    for (let i = 0; i < mass.length; i++) {
      wantUnder[i] = target - mass[i] * under[i] - (corrected ? dMass[i] * dUnder[i] : 0);
      wantOver[i] = target - room[i] * over[i] + (corrected ? dMass[i] * dOver[i] : 0);
    }
  }

  /**
   * Aims products that a step of length `t` would take outside [mu / 10, 10 mu] back into that
   * range: Gondzio's correction (Computational Optimization and Applications 6, 1996), which makes
   * the next steps longer.
   */
  recentre(t: number, mu: number): void {
    const { mass, room, over, under, dMass, dOver, dUnder, wantOver, wantUnder } = this;
    for (let i = 0; i < mass.length; i++) {
      const change = t * dMass[i];
      wantUnder[i] += towards(mu, (mass[i] + change) * (under[i] + t * dUnder[i]));
      wantOver[i] += towards(mu, (room[i] - change) * (over[i] + t * dOver[i]));
    }
  }

  /** Swaps the current direction with a saved one, without copying. */
  swap(): void {
    [this.dMass, this.dOver, this.dUnder, this.#aside] = [...this.#aside, [this.dMass, this.dOver, this.dUnder]];
  }

  /** Adds this hinge's share of W w. */
  addPull(z: Float64Array, pull: Float64Array): void {
    const { kink, mass, room, over, under, slope, wantOver, wantUnder, off } = this;
    for (let i = 0; i < mass.length; i++) {
      off[i] = z[i] - kink[i] - over[i] + under[i] - wantOver[i] / room[i] + wantUnder[i] / mass[i];
      pull[i] += off[i] / slope[i];
    }
  }

  /** The changes that follow from the change of z. */
  follow(dz: Float64Array): void {
    const { mass, room, over, under, dMass, dOver, dUnder, slope, wantOver, wantUnder, off } = this;
    for (let i = 0; i < mass.length; i++) {
      dMass[i] = (dz[i] + off[i]) / slope[i];
      dUnder[i] = (wantUnder[i] - under[i] * dMass[i]) / mass[i];
      dOver[i] = (wantOver[i] + over[i] * dMass[i]) / room[i];
    }
  }

  /**
   * The largest relative decrease of a number that must stay positive. 1 means that a full step
   * just reaches 0.
   */
  steepest(): number {
    const { mass, room, over, under, dMass, dOver, dUnder } = this;
    let most = 0;
    for (let i = 0; i < mass.length; i++) {
      most = Math.max(most, -dMass[i] / mass[i], dMass[i] / room[i], -dOver[i] / over[i], -dUnder[i] / under[i]);
    }
    return most;
  }

  /** The sum of all products after a step of length `t`, or now for `t` = 0. */
  products(t: number): number {
    const { mass, room, over, under, dMass, dOver, dUnder } = this;
    let total = 0;
    for (let i = 0; i < mass.length; i++) {
      const change = t * dMass[i];
      total += (mass[i] + change) * (under[i] + t * dUnder[i]) + (room[i] - change) * (over[i] + t * dOver[i]);
    }
    return total;
  }

  move(t: number): void {
    const { mass, room, over, under, dMass, dOver, dUnder } = this;
    for (let i = 0; i < mass.length; i++) {
      mass[i] += t * dMass[i];
      room[i] -= t * dMass[i];
      over[i] += t * dOver[i];
      under[i] += t * dUnder[i];
    }
  }
}

/** The change that brings a product into [mu / 10, 10 mu], at most 10 mu downwards. */
function towards(mu: number, product: number): number {
  if (product < 0.1 * mu) return 0.1 * mu - product;
  return product > 10 * mu ? Math.max(-10 * mu, 10 * mu - product) : 0;
}

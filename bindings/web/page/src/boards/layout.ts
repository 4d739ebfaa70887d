// Where the vertices of a graph stand: edges pull like springs, vertices push each other away, and from a circle they
// come to rest (T. Fruchterman, E. Reingold, 1991). The same graph always lies the same way.

export interface Point {
  x: number;
  y: number;
}

const ROUNDS = 400;

/** Points in a square of side 1 around (0, 0); `edges` are pairs of vertices counted from 0. O(rounds * count^2). */
export function laidOut(count: number, edges: [number, number][]): Point[] {
  const points = Array.from({ length: count }, (_, i) => {
    const angle = (2 * Math.PI * i) / count - Math.PI / 2;
    // Not quite a circle, or what is symmetric would never leave it.
    return { x: Math.cos(angle) * (1 + 0.01 * i), y: Math.sin(angle) * (1 + 0.017 * i) };
  });
  const ideal = 1.6 / Math.sqrt(Math.max(count, 1));
  for (let round = 0; round < ROUNDS; round++) step(points, edges, ideal, 0.12 * (1 - round / ROUNDS));
  return scaled(points);
}

function step(points: Point[], edges: [number, number][], ideal: number, most: number): void {
  const forces = points.map((point) => {
    const force = { x: 0, y: 0 };
    for (const other of points) {
      const away = { x: point.x - other.x, y: point.y - other.y };
      const distance = Math.hypot(away.x, away.y);
      if (distance === 0) continue;
      force.x += (away.x * ideal * ideal) / distance ** 2;
      force.y += (away.y * ideal * ideal) / distance ** 2;
    }
    return force;
  });
  for (const [first, second] of edges) {
    const [a, b] = [points[first], points[second]];
    const [atA, atB] = [forces[first], forces[second]];
    if (!a || !b || !atA || !atB) continue;
    const pull = Math.hypot(a.x - b.x, a.y - b.y) / ideal;
    atA.x -= (a.x - b.x) * pull;
    atA.y -= (a.y - b.y) * pull;
    atB.x += (a.x - b.x) * pull;
    atB.y += (a.y - b.y) * pull;
  }
  points.forEach((point, i) => {
    const force = forces[i] ?? { x: 0, y: 0 };
    const size = Math.max(Math.hypot(force.x, force.y), 1e-9);
    point.x += (force.x / size) * Math.min(size, most);
    point.y += (force.y / size) * Math.min(size, most);
  });
}

function scaled(points: Point[]): Point[] {
  const range = (values: number[]): [number, number] => [Math.min(...values), Math.max(...values)];
  const [left, right] = range(points.map(({ x }) => x));
  const [top, bottom] = range(points.map(({ y }) => y));
  const size = Math.max(right - left, bottom - top, 1e-9);
  return points.map(({ x, y }) => ({ x: (x - (left + right) / 2) / size, y: (y - (top + bottom) / 2) / size }));
}

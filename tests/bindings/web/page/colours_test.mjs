// Maps for those who do not tell red from green: P-positions stay apart from every other value.
import assert from "node:assert/strict";

import { pageTests } from "./browser.mjs";

const { onPage } = pageTests();

// Of linear red, green and blue: how deuteranopes and protanopes see them (F. Viénot, H. Brettel, J. Mollon, 1999).
const seen = {
  deuteranopia: [[0.29275, 0.70725, 0], [0.29275, 0.70725, 0], [-0.02234, 0.02234, 1]],
  protanopia: [[0.11238, 0.88762, 0], [0.11238, 0.88762, 0], [0.00401, -0.00401, 1]],
};

const linear = (part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);

/** CIE L*a*b* of linear red, green and blue, white of D65. */
function labOf([r, g, b]) {
  const f = (t) => (t > 216 / 24389 ? Math.cbrt(t) : (t * 24389) / 27 / 116 + 16 / 116);
  const x = f((0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047);
  const y = f(0.2126729 * r + 0.7151522 * g + 0.072175 * b);
  const z = f((0.0193339 * r + 0.119192 * g + 0.9503041 * b) / 1.08883);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

function seenAs(colour, matrix) {
  const rgb = [16, 8, 0].map((shift) => linear(((colour >> shift) & 255) / 255));
  return labOf(matrix.map((row) => Math.min(Math.max(row.reduce((sum, part, i) => sum + part * rgb[i], 0), 0), 1)));
}

for (const [name, matrix] of Object.entries(seen))
  onPage(`P differs from every Grundy value's colour under ${name}`, async (page) => {
    await page.waitForFunction(() => window.bouton.colours);
    const { P, N, sequential } = await page.evaluate(() => window.bouton.colours);
    const p = seenAs(P, matrix);
    const far = [...sequential, N].map((colour) => Math.hypot(...seenAs(colour, matrix).map((part, i) => part - p[i])));
    assert.ok(Math.min(...far) > 20, `the nearest colour is ${Math.min(...far).toFixed(1)} away`);
  });

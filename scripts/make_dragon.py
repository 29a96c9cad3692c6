"""Writes scenes/gallery/dragon.obj: a small dragon with thin parts (wings, horns, jaws, a frill and a tail), as one closed surface.

The dragon is the zero set of a function: tapered capsules and rounded triangles, blended into each other. The surface is made by surface nets
(one point in each cell of a grid that the surface crosses, drawn onto it; a quadrilateral around each crossed edge), so triangles are even.

Usage: python3 scripts/make_dragon.py > scenes/gallery/dragon.obj       (needs numpy)
"""

import numpy as np

GRID = 0.45  # cm
BLEND = 0.7  # cm: how softly parts go over into each other
THIN = 0.62  # cm: half the thickness of wings and frill

# Chains of (x, y, z, radius) in cm: z up, the dragon looks along x. Those off the middle have a twin on the other side.
TORSO = [(-5, 0, 5.6, 2.3), (0, 0, 6.0, 3.0), (4.6, 0, 6.3, 2.3)]
NECK = [(4.6, 0, 6.6, 2.0), (7.4, 0, 9.0, 1.5), (8.5, 0, 12.0, 1.4)]
HEAD = [(8.4, 0, 12.6, 1.8), (12.4, 0, 12.9, 1.0)]
JAW = [(8.8, 0, 11.8, 1.3), (12.0, 0, 10.2, 0.75)]
TAIL = [(-5, 0, 5.3, 1.9), (-9, 0.2, 3.4, 1.5), (-13, 1.4, 2.0, 1.15), (-15.8, 4.0, 1.4, 0.9), (-16.6, 6.6, 1.5, 0.75)]
MIDDLE = [TORSO, NECK, HEAD, JAW, TAIL]
HORN = [(8.0, 0.9, 13.8, 0.85), (5.2, 1.9, 15.6, 0.6)]
HIND_LEG = [(-4.0, 2.2, 4.8, 1.8), (-5.0, 3.2, 2.7, 1.25), (-4.2, 3.3, 1.0, 0.95), (-2.4, 3.6, 0.85, 0.85)]
FORE_LEG = [(3.8, 2.0, 4.8, 1.6), (4.0, 2.9, 2.7, 1.15), (4.4, 3.0, 1.0, 0.95), (6.0, 3.3, 0.85, 0.85)]
WING_ARM = [(2.2, 1.6, 8.2, 1.0), (1.2, 5.6, 12.2, 0.85), (-3.4, 10.6, 14.4, 0.7)]
TWINS = [HORN, HIND_LEG, FORE_LEG, WING_ARM]
# Rounded triangles.
WING = [[(2.0, 1.8, 8.2), (1.2, 5.6, 12.2), (-5.0, 4.0, 9.4)], [(1.2, 5.6, 12.2), (-3.4, 10.6, 14.4), (-5.0, 4.0, 9.4)]]
FRILL = [
    [(x + 0.9, 0, z), (x - 1.1, 0, z - 0.1), (x - 1.2, 0, z + 1.7)]
    for x, z in [(3.4, 8.6), (0.4, 8.8), (-2.6, 8.2), (-5.4, 7.2)]
]
SPADE = [[(-16.4, 6.0, 1.5), (-18.2, 7.6, 1.6), (-16.6, 9.4, 1.7)], [(-16.4, 6.0, 1.5), (-16.6, 9.4, 1.7), (-14.8, 7.4, 1.6)]]


def blended(a, b):
    """The smaller of two distances, rounded where they are alike."""
    near = np.clip(0.5 + 0.5 * (b - a) / BLEND, 0, 1)
    return b + (a - b) * near - BLEND * near * (1 - near)


def capsule(p, a, b):
    """Distance from a capsule whose radius goes from that of one end to that of the other."""
    a, b = np.array(a, float), np.array(b, float)
    way = b[:3] - a[:3]
    t = np.clip((p - a[:3]) @ way / (way @ way), 0, 1)
    return np.linalg.norm(p - a[:3] - t[..., None] * way, axis=-1) - (a[3] + t * (b[3] - a[3]))


def plate(p, corners):
    """Distance from a triangle, less half its thickness."""
    a, b, c = (np.array(corner, float) for corner in corners)
    normal = np.cross(b - a, c - a)
    normal /= np.linalg.norm(normal)
    inside = np.ones(p.shape[:-1], bool)
    rim = np.full(p.shape[:-1], np.inf)
    for start, end in [(a, b), (b, c), (c, a)]:
        inside &= (p - start) @ np.cross(normal, end - start) >= 0
        rim = np.minimum(rim, capsule(p, (*start, 0), (*end, 0)))
    return np.where(inside, np.abs((p - a) @ normal), rim) - THIN


def distance(p):
    """Negative inside the dragon."""
    d = np.full(p.shape[:-1], np.inf)
    twin = p * [1, 0, 1] + np.abs(p * [0, 1, 0])
    for chains, q in [(MIDDLE, p), (TWINS, twin)]:
        for chain in chains:
            for a, b in zip(chain, chain[1:]):
                part = capsule(q, a, b)
                d = part if np.isinf(d).all() else blended(d, part)
    for plates, q in [(FRILL + SPADE, p), (WING, twin)]:
        for corners in plates:
            d = blended(d, plate(q, corners))
    return d


def surface_nets(least, most):
    """Points and triangles of the zero set in a box."""
    axes = [np.arange(low, high + GRID, GRID) for low, high in zip(least, most)]
    p = np.stack(np.meshgrid(*axes, indexing="ij"), axis=-1)
    d = distance(p)
    shape = np.array(d.shape) - 1
    sums, counts = np.zeros((*shape, 3)), np.zeros(tuple(shape))
    quads = []
    for axis in range(3):
        step = np.eye(3, dtype=int)[axis]
        end = np.array(d.shape) - step
        one, other = d[: end[0], : end[1], : end[2]], d[step[0] :, step[1] :, step[2] :]
        edges = np.argwhere((one < 0) != (other < 0))
        i, j = tuple(edges.T), tuple((edges + step).T)
        crossing = p[i] + (p[j] - p[i]) * (d[i] / (d[i] - d[j]))[:, None]
        u, v = np.eye(3, dtype=int)[(axis + 1) % 3], np.eye(3, dtype=int)[(axis + 2) % 3]
        around = [edges - u - v, edges - v, edges, edges - u]  # the four cells at the edge, counter-clockwise
        for cell in around:
            np.add.at(sums, tuple(cell.T), crossing)
            np.add.at(counts, tuple(cell.T), 1)
        corners = np.stack([np.ravel_multi_index(tuple(cell.T), shape) for cell in around], axis=1)
        outward = d[i] < 0
        quads.append(np.where(outward[:, None], corners, corners[:, ::-1]))
    used = np.flatnonzero(counts.ravel())
    points = sums.reshape(-1, 3)[used] / counts.ravel()[used][:, None]
    quads = np.searchsorted(used, np.concatenate(quads))
    return drawn(points), halved(quads, points)


def drawn(points):
    """Points moved onto the surface, along the slope of the distance."""
    h = 1e-3
    for _ in range(3):
        slope = np.stack([(distance(points + h * e) - distance(points - h * e)) / (2 * h) for e in np.eye(3)], axis=-1)
        step = distance(points)[:, None] * slope / np.maximum((slope**2).sum(-1, keepdims=True), 0.25)
        points = points - np.clip(step, -0.3 * GRID, 0.3 * GRID)
    return points


def halved(quads, points):
    """Quadrilaterals cut along the shorter diagonal."""
    a, b, c, d = quads.T
    first = np.linalg.norm(points[a] - points[c], axis=1) <= np.linalg.norm(points[b] - points[d], axis=1)
    one = np.where(first[:, None], np.stack([a, b, c], 1), np.stack([a, b, d], 1))
    other = np.where(first[:, None], np.stack([a, c, d], 1), np.stack([b, c, d], 1))
    return np.stack([one, other], axis=1).reshape(-1, 3)


points, triangles = surface_nets((-20, -13, -1), (15, 13, 18))
points[:, 2] -= points[:, 2].min()
print("# A dragon, in centimetres, standing on z = 0; made by scripts/make_dragon.py")
for x, y, z in points:
    print(f"v {x:.3f} {y:.3f} {z:.3f}")
for triangle in triangles + 1:
    print("f", *triangle)

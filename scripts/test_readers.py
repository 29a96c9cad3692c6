"""Checks that meshio and PyVista read the frames of a run directory (VTU, and PLY if there), and read the same.

    test_readers.py [--formula] RUN_DIR

With --formula the run is that of the example write_series, and every number is compared with its formula.
"""

import argparse
import json
import sys
from pathlib import Path

import meshio
import numpy as np
import pyvista

TENSOR_COMPONENTS = ["XX", "YY", "ZZ", "XY", "YZ", "XZ"]
VTK_TETRA, VTK_QUADRATIC_TETRA = 10, 24
CELL_TYPES = {VTK_TETRA: "tetra", VTK_QUADRATIC_TETRA: "tetra10"}
COMPONENTS = {
    "displacement": 3,
    "velocity": 3,
    "stress": 6,
    "strain": 6,
    "von_mises": 1,
    "energy_density": 1,
    "material": 1,
    "body": 1,
    "contact_force": 3,
    "contact_pressure": 1,
    "contact_gap": 1,
}
# Not a number where there is nothing to tell: no gap where nothing is near.
MAY_BE_UNKNOWN = {"contact_gap"}


def check(condition, message):
    if not condition:
        sys.exit(f"test_readers: FAILED: {message}")


def same(found, wanted, what, tolerance=0.0):
    found, wanted = np.asarray(found), np.asarray(wanted)
    check(found.shape == wanted.shape, f"{what}: shape {found.shape} instead of {wanted.shape}")
    # Not a number in both is the same.
    both = np.isnan(found.astype(float)) & np.isnan(wanted.astype(float))
    worst = float(np.max(np.abs(np.where(both, 0, found) - np.where(both, 0, wanted)), initial=0.0))
    check(worst <= tolerance, f"{what}: differs by {worst:g}")


def flat_meshio(mesh, name):
    """A cell array of meshio, which splits the cells into blocks, as one array."""
    return np.concatenate(mesh.cell_data[name])


def check_same_in_both(grid, mesh, path):
    """PyVista and meshio agree about points, cells and all arrays."""
    same(mesh.points, grid.points, f"{path}: points")
    types = np.concatenate([np.full(len(block.data), block.type) for block in mesh.cells])
    check(list(types) == [CELL_TYPES.get(t) for t in grid.celltypes], f"{path}: cell types differ")
    nodes = np.concatenate([block.data.ravel() for block in mesh.cells])
    same(nodes, grid.cell_connectivity, f"{path}: connectivity")
    check(set(mesh.point_data) == set(grid.point_data.keys()), f"{path}: point arrays differ")
    check(set(mesh.cell_data) == set(grid.cell_data.keys()), f"{path}: cell arrays differ")
    for name in mesh.point_data:
        same(mesh.point_data[name], grid.point_data[name], f"{path}: {name}")
    for name in mesh.cell_data:
        same(flat_meshio(mesh, name), grid.cell_data[name], f"{path}: {name}")


def check_arrays(grid, path):
    """Every array has its number of components and finite values; tensors name their components."""
    for data, count in ((grid.point_data, grid.n_points), (grid.cell_data, grid.n_cells)):
        for name in data.keys():
            check(name in COMPONENTS, f"{path}: unknown array {name}")
            shape = (count,) if COMPONENTS[name] == 1 else (count, COMPONENTS[name])
            check(data[name].shape == shape, f"{path}: {name} has the shape {data[name].shape}")
            finite = name in MAY_BE_UNKNOWN or bool(np.isfinite(data[name]).all())
            check(finite, f"{path}: {name} is not finite everywhere")
    check(bool(np.isfinite(grid.points).all()), f"{path}: points are not finite everywhere")
    for name in {"stress", "strain"} & set(grid.cell_data.keys()):
        array = grid.GetCellData().GetAbstractArray(name)
        names = [array.GetComponentName(i) for i in range(array.GetNumberOfComponents())]
        check(names == TENSOR_COMPONENTS, f"{path}: {name} has the components {names}")


def check_bodies(grid, mesh, path, summary):
    """The array `body` groups the cells: no node is shared, names and sizes are those of the summary."""
    if "body" not in grid.cell_data:
        return
    index = np.asarray(grid.cell_data["body"])
    names = {key[5:]: int(grid.field_data[key][0]) for key in grid.field_data.keys() if key.startswith("body:")}
    for name, number in names.items():
        check(int(mesh.field_data[f"body:{name}"][0]) == number, f"{path}: meshio numbers {name} differently")
    check(sorted(names.values()) == sorted(set(index.tolist())), f"{path}: bodies {names} do not fit the cells")
    # `offset` until pyvista 0.48.
    ends = np.asarray(grid.cell_offsets if hasattr(grid, "cell_offsets") else grid.offset)
    owner = np.full(grid.n_points, -1)
    for name, number in names.items():
        cells = np.flatnonzero(index == number)
        used = np.unique(np.concatenate([grid.cell_connectivity[ends[c] : ends[c + 1]] for c in cells]))
        check(bool((owner[used] == -1).all()), f"{path}: {name} shares nodes with another body")
        owner[used] = number
        check(len(set(grid.celltypes[cells])) == 1, f"{path}: {name} has cells of several types")
        size = next((body for body in summary.get("bodies", []) if body["name"] == name), None)
        if size is not None:
            check((len(used), len(cells)) == (size["nodes"], size["cells"]), f"{path}: {name} has another size")
    if "material" in grid.cell_data:
        materials = {int(grid.field_data[k][0]) for k in grid.field_data.keys() if k.startswith("material:")}
        used = set(np.asarray(grid.cell_data["material"]).tolist())
        check(used <= materials, f"{path}: materials {used} are not all named")


def check_formula(grid, time, path):
    """The formulas of crates/pliant-output/examples/write_series.rs."""
    displacement = np.asarray(grid.point_data["displacement"])
    rest = grid.points - displacement
    # Points of the second block begin at x = 2 and move in y and z only.
    first = rest[:, 0] < 1.5
    rate = np.zeros_like(rest)
    rate[first, 0] = 0.25 * rest[first, 1]
    rate[~first, 1] = 0.125 * rest[~first, 0] ** 2
    rate[~first, 2] = -1.0
    same(displacement, time * rate, f"{path}: displacement", 1e-15)
    same(grid.point_data["velocity"], rate, f"{path}: velocity", 1e-15)
    body = np.asarray(grid.cell_data["body"])
    cell = np.concatenate([np.arange(np.count_nonzero(body == b)) for b in (0, 1)])
    tensor = (cell + 10_000.0 * time)[:, None] + np.arange(1.0, 7.0)
    same(grid.cell_data["stress"], tensor, f"{path}: stress")
    same(grid.cell_data["strain"], 1e-6 * tensor, f"{path}: strain")
    same(grid.cell_data["von_mises"], time * cell, f"{path}: von_mises")
    same(grid.cell_data["energy_density"], time * time * cell, f"{path}: energy_density")
    wanted = np.where(body == 0, VTK_TETRA, VTK_QUADRATIC_TETRA)
    same(grid.celltypes, wanted, f"{path}: cell types")
    centres = grid.cell_centers().points[:, 0] if time == 0.0 else None
    if centres is not None:
        same(grid.cell_data["material"], (centres % 2.0 > 0.5).astype(int), f"{path}: material")
    # The mid-edge nodes are where VTK expects them: cells have the volume of the block (affine motion of body 0).
    volumes = grid.compute_cell_sizes(length=False, area=False)["Volume"]
    same([volumes[body == 0].sum()], [3.0], f"{path}: volume", 1e-12)
    check(bool((volumes > 0.0).all()), f"{path}: cells are inside out")
    check_quadratic_nodes(rest, grid, path)


def check_quadratic_nodes(rest, grid, path):
    """At rest the mid-edge nodes halve the edges in VTK's order."""
    edges = [(0, 1), (1, 2), (2, 0), (0, 3), (1, 3), (2, 3)]
    cells = grid.cells_dict[VTK_QUADRATIC_TETRA]
    for middle, (a, b) in enumerate(edges, start=4):
        halves = 0.5 * (rest[cells[:, a]] + rest[cells[:, b]])
        same(rest[cells[:, middle]], halves, f"{path}: mid-edge node {middle}", 1e-14)


def ply_comments(path):
    """The time and the names of the bodies."""
    time, bodies = None, {}
    with open(path, "rb") as file:
        for line in file:
            words = line.decode("utf-8").rstrip("\n").split(" ", 3)
            if words[:2] == ["comment", "pliant"]:
                time = float(words[3].split(", time ")[1].split(" s,")[0])
            elif words[:2] == ["comment", "body"]:
                bodies[int(words[2])] = words[3]
            elif words[0] == "end_header":
                return time, bodies
    sys.exit(f"test_readers: FAILED: {path}: the header has no end")


def check_surface(path, time, formula):
    """A PLY frame: both readers see the same triangles; fields are finite, normals have length one."""
    mesh, surface = meshio.read(path), pyvista.read(str(path))
    found_time, bodies = ply_comments(path)
    check(time is None or found_time == time, f"{path}: the time is {found_time} instead of {time}")
    check([block.type for block in mesh.cells] == ["triangle"], f"{path}: cells are not all triangles")
    same(surface.points, mesh.points, f"{path}: points")
    triangles = mesh.cells[0].data
    same(surface.regular_faces, triangles, f"{path}: triangles")
    data = dict(mesh.point_data)
    owner = data["body"][triangles]
    check(bool((owner == owner[:, :1]).all()), f"{path}: triangles join two bodies")
    for name, values in data.items():
        # Bodies need not have the same fields; what a body has not is NaN.
        check(values.shape == (len(mesh.points),), f"{path}: {name} has the shape {values.shape}")
        for body in bodies:
            finite = np.isfinite(values[data["body"] == body])
            whole = name in MAY_BE_UNKNOWN or bool(finite.all()) or not finite.any()
            check(whole, f"{path}: {name} is not finite everywhere")
    check(sorted(bodies) == sorted(set(data["body"].tolist())), f"{path}: bodies {bodies} do not fit the points")
    normals = np.stack([data[name] for name in ("nx", "ny", "nz")], axis=1)
    # Zero where there is none: points of a skin that no triangle uses, or whose triangles cancel.
    lengths = np.linalg.norm(normals, axis=1)
    same(lengths, (lengths > 0.0).astype(float), f"{path}: normals", 1e-6)
    check(not formula or bool((lengths > 0.0).all()), f"{path}: points without normals")
    if formula:
        check_surface_formula(mesh, found_time, path)
    return len(mesh.points), len(triangles)


def check_surface_formula(mesh, time, path):
    """The formulas of crates/pliant-output/examples/write_series.rs, to the seven digits of the file."""
    data, first = mesh.point_data, mesh.point_data["body"] == 0
    displacement = np.stack([data[f"displacement_{axis}"] for axis in "xyz"], axis=1).astype(float)
    rest = mesh.points - displacement
    rate = np.zeros_like(rest)
    rate[first, 0] = 0.25 * rest[first, 1]
    rate[~first, 1] = 0.125 * rest[~first, 0] ** 2
    rate[~first, 2] = -1.0
    same(displacement, time * rate, f"{path}: displacement", 1e-6)
    same(data["displacement"], np.linalg.norm(time * rate, axis=1), f"{path}: displacement", 1e-6)
    same(data["velocity"], np.linalg.norm(rate, axis=1), f"{path}: velocity", 1e-6)
    # Body 0 is sheared, which keeps its volume; the surface is closed and faces outward.
    triangles = mesh.cells[0].data[first[mesh.cells[0].data[:, 0]]]
    edges = {(t[k], t[(k + 1) % 3]) for t in triangles.tolist() for k in range(3)}
    check(len(edges) == 3 * len(triangles), f"{path}: two triangles pass an edge the same way")
    check(all((b, a) in edges for a, b in edges), f"{path}: the surface has holes")
    corners = mesh.points[triangles].astype(float)
    volume = np.einsum("ij,ij->i", corners[:, 0], np.cross(corners[:, 1], corners[:, 2])).sum() / 6.0
    same([volume], [3.0], f"{path}: volume", 1e-5)


def check_surfaces(run, times, formula):
    """All PLY frames; how many, and the size of the last."""
    files = sorted((run / "frames").glob("surface_*.ply"))
    check(not times or not files or len(files) == len(times), f"{run}: {len(files)} PLY files, {len(times)} VTU files")
    size = (0, 0)
    for path, time in zip(files, times or [None] * len(files)):
        size = check_surface(path, time, formula)
    return len(files), size


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--formula", action="store_true", help="the run is that of the example write_series")
    parser.add_argument("run", type=Path)
    options = parser.parse_args()
    summary_path = options.run / "summary.json"
    summary = json.loads(summary_path.read_text(encoding="utf-8")) if summary_path.exists() else {}

    files = sorted((options.run / "frames").glob("frame_*.vtu"))
    times = check_grids(options, summary, files) if files else []
    surfaces, (points, triangles) = check_surfaces(options.run, times, options.formula)
    check(len(files) + surfaces > 0, f"{options.run}: there are no frames")
    check(not options.formula or surfaces == len(files) == 5, f"{options.run}: not all frames are there")
    if surfaces:
        print(f"test_readers: ok: {surfaces} PLY frames, {points} points, {triangles} triangles")


def check_triangles(path):
    """A file of skins or of a collider: triangles, the same in both readers."""
    grid, mesh = pyvista.read(path), meshio.read(path)
    check(set(grid.celltypes.tolist()) == {5}, f"{path}: cells are no triangles")
    same(mesh.points, grid.points, f"{path}: points of meshio")
    same(mesh.cells[0].data.ravel(), grid.cells_dict[5].ravel(), f"{path}: triangles of meshio")


def check_grids(options, summary, files):
    """All VTU frames against their list; their times."""
    reader = pyvista.PVDReader(str(options.run / "frames.pvd"))
    of_cells = [dataset for dataset in reader.datasets if Path(dataset.path).name.startswith("frame_")]
    check(len(of_cells) == len(files), f"the list has {len(of_cells)} of {len(files)} frames")
    for path in sorted({dataset.path for dataset in reader.datasets} - {dataset.path for dataset in of_cells}):
        check_triangles(options.run / path)
    times = list(reader.time_values)
    check(times == sorted(set(times)), f"times do not grow: {times}")
    if options.formula:
        same(times, np.arange(5) * 0.1, "times")
    rest = None
    for time, dataset, path in zip(times, of_cells, files):
        check(Path(dataset.path).name == path.name, f"{path} is not in its place in the list")
        reader.set_active_time_value(time)
        grid = reader.read()[0]
        mesh = meshio.read(path)
        check(grid.field_data["TimeValue"][0] == time, f"{path}: TimeValue is not {time}")
        check(mesh.field_data["TimeValue"][0] == time, f"{path}: TimeValue of meshio is not {time}")
        check(set(grid.celltypes.tolist()) <= set(CELL_TYPES), f"{path}: cells are no tetrahedra")
        check_same_in_both(grid, mesh, path)
        check_arrays(grid, path)
        check_bodies(grid, mesh, path, summary)
        if "displacement" in grid.point_data:
            found = grid.points - np.asarray(grid.point_data["displacement"])
            rest = found if rest is None else rest
            scale = float(np.max(np.abs(grid.points), initial=1e-300))
            same(found, rest, f"{path}: points - displacement", 1e-14 * max(scale, float(np.abs(rest).max())))
        if options.formula:
            check_formula(grid, time, path)
    kinds = sorted({CELL_TYPES[t] for t in grid.celltypes.tolist()})
    print(
        f"test_readers: ok: {len(files)} frames, {grid.n_points} points, {grid.n_cells} cells ({', '.join(kinds)}); "
        f"meshio {meshio.__version__}, pyvista {pyvista.__version__}"
    )
    return times


if __name__ == "__main__":
    main()

//! Metals, glass, stone, ice, concrete, clay.

use super::Figure::{Density, Poisson, Range, Young};
use super::{LARGE_STRAIN, Preset, SMALL_STRAIN, derived, estimate, stated};

/// Metals yield; the laws here do not.
const YIELDS: &str = "At room temperature, below the yield strain (0.1 to 1 %); it does not yield here.";
/// Brittle things break; the laws here do not.
const BREAKS: &str = "Breaks in tension at strains of 0.1 % or less; it does not break here.";

pub(super) const STEEL: Preset = Preset {
    name: "steel",
    meaning: "carbon steel: beams, tools, springs",
    law: SMALL_STRAIN,
    young: 210.0e9,
    young_range: (200.0e9, 215.0e9),
    poisson: 0.29,
    density: 7850.0,
    loss: None,
    caveat: YIELDS,
    citations: &[
        derived(Young, "Dowling2013", "Table 5.2, mild steel: 212 GPa; Callister and Rethwisch have 207 GPa"),
        stated(Range, "CambridgeMaterials2003", "low carbon steel: 200 to 215 GPa"),
        stated(Poisson, "Dowling2013", "Table 5.2, mild steel: 0.293"),
        stated(Density, "CallisterRethwisch2014", "Table B.1, plain carbon steels: 7.85 g/cm3"),
    ],
};

pub(super) const ALUMINIUM: Preset = Preset {
    name: "aluminium",
    meaning: "aluminium and its usual alloys: profiles, sheets, cans",
    law: SMALL_STRAIN,
    young: 70.0e9,
    young_range: (68.0e9, 82.0e9),
    poisson: 0.345,
    density: 2700.0,
    loss: None,
    caveat: YIELDS,
    citations: &[
        stated(Young, "Dowling2013", "Table 5.2: 70.3 GPa"),
        stated(Range, "CambridgeMaterials2003", "aluminium alloys: 68 to 82 GPa"),
        stated(Poisson, "Dowling2013", "Table 5.2: 0.345"),
        stated(Density, "CallisterRethwisch2014", "Table B.1, alloy 6061: 2.70 g/cm3"),
    ],
};

pub(super) const COPPER: Preset = Preset {
    name: "copper",
    meaning: "pure copper: wire, pipes",
    law: SMALL_STRAIN,
    young: 130.0e9,
    young_range: (112.0e9, 148.0e9),
    poisson: 0.343,
    density: 8940.0,
    loss: None,
    caveat: YIELDS,
    citations: &[
        stated(Young, "Dowling2013", "Table 5.2: 130 GPa"),
        stated(Range, "CambridgeMaterials2003", "copper alloys: 112 to 148 GPa"),
        stated(Poisson, "Dowling2013", "Table 5.2: 0.343"),
        stated(Density, "CallisterRethwisch2014", "Table B.1, electrolytic tough pitch: 8.94 g/cm3"),
    ],
};

pub(super) const TITANIUM: Preset = Preset {
    name: "titanium",
    meaning: "titanium: implants, bicycle frames",
    law: SMALL_STRAIN,
    young: 120.0e9,
    young_range: (90.0e9, 120.0e9),
    poisson: 0.36,
    density: 4510.0,
    loss: None,
    caveat: YIELDS,
    citations: &[
        stated(Young, "Dowling2013", "Table 5.2: 120 GPa; alloys are a little softer"),
        stated(Range, "CambridgeMaterials2003", "titanium alloys: 90 to 120 GPa"),
        stated(Poisson, "Dowling2013", "Table 5.2: 0.361"),
        stated(Density, "CallisterRethwisch2014", "Table B.1, commercially pure: 4.51 g/cm3"),
    ],
};

pub(super) const GLASS: Preset = Preset {
    name: "glass",
    meaning: "soda-lime glass: windows, bottles",
    law: SMALL_STRAIN,
    young: 69.0e9,
    young_range: (68.0e9, 72.0e9),
    poisson: 0.2,
    density: 2500.0,
    loss: None,
    caveat: BREAKS,
    citations: &[
        stated(Young, "Dowling2013", "Table 5.2, soda-lime glass: 69 GPa"),
        stated(Range, "CambridgeMaterials2003", "soda-lime glass: 68 to 72 GPa"),
        stated(Poisson, "Dowling2013", "Table 5.2, soda-lime glass: 0.20"),
        stated(Density, "CallisterRethwisch2014", "Table B.1, soda-lime glass: 2.5 g/cm3"),
    ],
};

pub(super) const GRANITE: Preset = Preset {
    name: "granite",
    meaning: "granite: hard rock, worktops",
    law: SMALL_STRAIN,
    young: 50.0e9,
    young_range: (40.0e9, 70.0e9),
    poisson: 0.21,
    density: 2650.0,
    loss: None,
    caveat: "An intact, unweathered sample; a jointed rock mass is several times softer. Breaks in tension; it does not break here.",
    citations: &[
        stated(Young, "Dowling2013", "Table 5.2, Westerly granite: 49.6 GPa"),
        stated(Range, "TurcotteSchubert2014", "table of rock properties, granite: 40 to 70 GPa"),
        stated(Poisson, "Dowling2013", "Table 5.2, Westerly granite: 0.213"),
        stated(Density, "TurcotteSchubert2014", "table of rock properties, granite: 2650 kg/m3"),
    ],
};

pub(super) const CONCRETE: Preset = Preset {
    name: "concrete",
    meaning: "structural concrete, C30/37, without steel",
    law: SMALL_STRAIN,
    young: 33.0e9,
    young_range: (27.0e9, 44.0e9),
    poisson: 0.2,
    density: 2400.0,
    loss: None,
    caveat: "Short-term, uncracked; creep makes it two to three times softer over years. Cracks in tension at 0.01 %; it does not crack here.",
    citations: &[
        stated(Young, "Eurocode2004", "EN 1992-1-1, Table 3.1, C30/37: 33 GPa"),
        stated(Range, "Eurocode2004", "EN 1992-1-1, Table 3.1, C12/15 to C90/105: 27 to 44 GPa"),
        stated(Poisson, "Eurocode2004", "EN 1992-1-1, 3.1.3, uncracked: 0.2"),
        stated(Density, "CallisterRethwisch2014", "Table B.1, concrete: 2.4 g/cm3"),
    ],
};

pub(super) const ICE: Preset = Preset {
    name: "ice",
    meaning: "fresh-water ice of many crystals, -16 C",
    law: SMALL_STRAIN,
    young: 9.3e9,
    young_range: (9.0e9, 11.2e9),
    poisson: 0.325,
    density: 917.0,
    loss: None,
    caveat: "As sound sees it; under a load of seconds to hours it creeps and seems several times softer. Breaks; it does not break here.",
    citations: &[
        stated(Young, "Gammon1983", "isotropic average of crystals at -16 C: 9.33 GPa"),
        derived(
            Range,
            "Petrovic2003",
            "the review has up to 11.2 GPa; the lower end is the figure above, nearer to melting",
        ),
        stated(Poisson, "Gammon1983", "isotropic average of crystals at -16 C: 0.325"),
        stated(Density, "Petrovic2003", "917 kg/m3"),
    ],
};

pub(super) const CLAY: Preset = Preset {
    name: "clay",
    meaning: "soft wet clay, as dug or as on the potter's wheel",
    law: LARGE_STRAIN,
    young: 5.0e6,
    young_range: (2.0e6, 25.0e6),
    poisson: 0.45,
    density: 1800.0,
    loss: None,
    caveat: "Elastic only: it springs back here where real clay keeps its new shape.",
    citations: &[
        derived(
            Young,
            "Bowles1996",
            "Table 2-8: very soft clay 2 to 15 MPa, soft clay 5 to 25 MPa; where they begin to overlap",
        ),
        stated(Range, "Bowles1996", "Table 2-8: very soft and soft clay together"),
        derived(Poisson, "Bowles1996", "Table 2-7, saturated clay: 0.4 to 0.5; the middle"),
        estimate(Density, "", "half of the volume mineral (2650 kg/m3), half water"),
    ],
};

//! Tissues of the body. They differ from person to person, with age, load, rate and way of measuring, often tenfold;
//! all of them stiffen as they are stretched.

use super::Figure::{Density, Loss as LossFactor, Poisson, Range, Young};
use super::{
    LARGE_STRAIN, Loss, NO_VOLUME_CHANGE, Preset, SMALL_STRAIN, TISSUE_DENSITY, derived, estimate, stated,
};

pub(super) const SKIN: Preset = Preset {
    name: "skin",
    meaning: "human skin in the living body, small strains",
    law: LARGE_STRAIN,
    young: 0.42e6,
    young_range: (5.0e3, 140.0e6),
    poisson: 0.49,
    density: 1109.0,
    loss: None,
    caveat: "Twisted by a few degrees, young adults; a hundredfold stiffer when stretched by half. Softer when indented.",
    citations: &[
        stated(
            Young,
            "Agache1980",
            "torsion in the living, up to 30 years: 0.42 MPa; about the double in old age",
        ),
        stated(Range, "Kalra2016", "review of all kinds of test: 5 kPa to 140 MPa"),
        NO_VOLUME_CHANGE,
        stated(Density, TISSUE_DENSITY, "skin: 1109 kg/m3"),
    ],
};

pub(super) const MUSCLE: Preset = Preset {
    name: "muscle",
    meaning: "skeletal muscle at rest (thigh)",
    law: LARGE_STRAIN,
    young: 12.0e3,
    young_range: (11.0e3, 23.0e3),
    poisson: 0.49,
    density: 1090.0,
    loss: None,
    caveat: "Relaxed and unstretched, at vibrations of about 90 Hz; many times stiffer when tensed. Softer across its fibres.",
    citations: &[
        derived(
            Young,
            "Chakouch2015",
            "shear moduli of most thigh muscles of 3.9 to 4.2 kPa by elastography, times 3",
        ),
        derived(Range, "Bensamoun2006", "3.73 kPa (vastus lateralis) to 7.53 kPa (sartorius), times 3"),
        NO_VOLUME_CHANGE,
        stated(Density, TISSUE_DENSITY, "muscle: 1090 kg/m3"),
    ],
};

pub(super) const FAT: Preset = Preset {
    name: "fat",
    meaning: "fatty tissue of the breast",
    law: LARGE_STRAIN,
    young: 3.25e3,
    young_range: (0.1e3, 29.8e3),
    poisson: 0.49,
    density: 911.0,
    loss: None,
    caveat: "Small strains; the modulus grows with the pressure it is measured under.",
    citations: &[
        stated(Young, "SamaniZubovitsPlewes2007", "fresh samples indented: 3.25 kPa"),
        stated(Range, "Rzymski2011", "ultrasound of 101 women: 0.1 to 29.8 kPa"),
        NO_VOLUME_CHANGE,
        stated(Density, TISSUE_DENSITY, "fat: 911 kg/m3"),
    ],
};

pub(super) const BRAIN: Preset = Preset {
    name: "brain",
    meaning: "white matter of the brain",
    law: LARGE_STRAIN,
    young: 1.9e3,
    young_range: (1.4e3, 9.3e3),
    poisson: 0.49,
    density: 1041.0,
    loss: Some(Loss { factor: 0.8, frequency: 90.0 }),
    caveat: "Slow indentation of bovine tissue; several times stiffer at vibrations of 90 Hz.",
    citations: &[
        stated(Young, "Budday2015", "bovine white matter indented: 1.9 kPa; grey matter 1.4 kPa"),
        derived(
            Range,
            "GreenBilstonSinkus2008",
            "from the grey matter above to 3.1 kPa of storage modulus at 90 Hz, times 3",
        ),
        NO_VOLUME_CHANGE,
        stated(Density, TISSUE_DENSITY, "white matter: 1041 kg/m3"),
        derived(
            LossFactor,
            "GreenBilstonSinkus2008",
            "loss 2.5 kPa over storage 3.1 kPa, grey matter at 90 Hz",
        ),
    ],
};

pub(super) const TENDON: Preset = Preset {
    name: "tendon",
    meaning: "tendon along its fibres (tibialis anterior), under load",
    law: LARGE_STRAIN,
    young: 1.2e9,
    young_range: (1.0e9, 1.3e9),
    poisson: 0.45,
    density: 1142.0,
    loss: None,
    caveat: "At the muscle's greatest force, 2.5 % of strain; softer below, while its fibres straighten. Far softer across.",
    citations: &[
        stated(Young, "MaganarisPaul1999", "in the living, at the greatest isometric load: 1.2 GPa"),
        stated(Range, "MaganarisPaul2002", "gastrocnemius tendon in the living: 1.16 GPa, give or take 0.15"),
        estimate(
            Poisson,
            "",
            "its volume stays nearly the same; measured ratios along the fibres are odd, even above 0.5",
        ),
        stated(Density, TISSUE_DENSITY, "tendon and ligament: 1142 kg/m3"),
    ],
};

pub(super) const CARTILAGE: Preset = Preset {
    name: "cartilage",
    meaning: "joint cartilage of the knee in equilibrium",
    law: LARGE_STRAIN,
    young: 0.68e6,
    young_range: (0.4e6, 0.9e6),
    poisson: 0.1,
    density: 1100.0,
    loss: None,
    caveat: "After its water has been squeezed out, minutes after loading. At once it is nearly incompressible and about ten times as stiff.",
    citations: &[
        derived(
            Young,
            "Athanasiou1991",
            "human lateral condyle: aggregate modulus 0.70 MPa and Poisson's ratio 0.10",
        ),
        estimate(Range, "Athanasiou1991", "about the spread over sites and species"),
        stated(Poisson, "Athanasiou1991", "human lateral condyle: 0.10"),
        stated(Density, TISSUE_DENSITY, "cartilage: 1100 kg/m3"),
    ],
};

pub(super) const BONE: Preset = Preset {
    name: "bone",
    meaning: "cortical bone, the dense shell of long bones",
    law: SMALL_STRAIN,
    young: 18.6e9,
    young_range: (6.9e9, 25.0e9),
    poisson: 0.3,
    density: 1908.0,
    loss: None,
    caveat: "Along the bone, wet; a third softer across. Spongy bone is ten to a thousand times softer. Breaks; it does not break here.",
    citations: &[
        stated(
            Young,
            "RhoAshmanTurner1993",
            "human tibia, small tensile samples: 18.6 GPa; by ultrasound 20.7 GPa",
        ),
        stated(
            Range,
            "Zysset1999",
            "indentation of the human femur, trabecular to interstitial tissue: 6.9 to 25.0 GPa",
        ),
        stated(Poisson, "Zysset1999", "the usual assumption: 0.3"),
        stated(Density, TISSUE_DENSITY, "cortical bone: 1908 kg/m3"),
    ],
};

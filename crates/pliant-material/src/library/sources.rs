//! The sources of the library's figures, by the keys of `docs/references.bib`.

/// A book, paper, standard or database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Source {
    /// Its key.
    pub key: &'static str,
    /// Who, what, where.
    pub text: &'static str,
}

const fn source(key: &'static str, text: &'static str) -> Source {
    Source { key, text }
}

/// Every source, by key.
pub const SOURCES: &[Source] = &[
    source(
        "Agache1980",
        "Agache, Monneur, Leveque, De Rigal: Mechanical Properties and Young's Modulus of Human Skin in Vivo, Archives of Dermatological Research 269, 221-232, 1980",
    ),
    source(
        "AstmD2017",
        "ASTM International: D6817/D6817M-17: Standard Specification for Rigid Cellular Polystyrene Geofoam, 2017",
    ),
    source(
        "Athanasiou1991",
        "Athanasiou, Rosenwasser, Buckwalter, Malinin, Mow: Interspecies Comparisons of in Situ Intrinsic Mechanical Properties of Distal Femoral Cartilage, Journal of Orthopaedic Research 9, 330-340, 1991",
    ),
    source(
        "BaumBrennanHabeger1981",
        "Baum, Brennan, Habeger: Orthotropic Elastic Constants of Paper, Tappi 64 (8), 97-101, 1981",
    ),
    source(
        "Bensamoun2006",
        "Bensamoun and others: Determination of Thigh Muscle Stiffness Using Magnetic Resonance Elastography, Journal of Magnetic Resonance Imaging 23 (2), 242-247, 2006",
    ),
    source(
        "Bikos2023",
        "Bikos and others: Destructive and Non-Destructive Mechanical Characterisation of Chocolate with Different Levels of Porosity under Various Modes of Deformation, Journal of Materials Science 58 (11), 5104-5127, 2023",
    ),
    source(
        "Bonavia2025",
        "Bonavia and others: Viscoelastic Material Properties of Gelatin with Varying Water to Collagen Mass Ratios, arXiv:2512.20502, 2025",
    ),
    source("Bowles1996", "Bowles: Foundation Analysis and Design, 5th edition, McGraw-Hill, 1996"),
    source(
        "Budday2015",
        "Budday and others: Mechanical Properties of Gray and White Matter Brain Tissue by Indentation, Journal of the Mechanical Behavior of Biomedical Materials 46, 318-330, 2015",
    ),
    source(
        "CallisterRethwisch2014",
        "Callister, Rethwisch: Materials Science and Engineering: An Introduction, 9th edition, Wiley, Appendix B, 2014",
    ),
    source(
        "CambridgeMaterials2003",
        "Cambridge University Engineering Department: Materials Data Book, 2003",
    ),
    source(
        "Chakouch2015",
        "Chakouch, Charleux, Bensamoun: Quantifying the Elastic Property of Nine Thigh Muscles Using Magnetic Resonance Elastography, PLOS ONE 10 (9), e0138873, 2015",
    ),
    source(
        "ClydeTeranTamstorf2017",
        "Clyde, Teran, Tamstorf: Modeling and Data-Driven Parameter Estimation for Woven Fabrics, Symposium on Computer Animation, 2017",
    ),
    source(
        "CremerHecklPetersson2005",
        "Cremer, Heckl, Petersson: Structure-Borne Sound, 3rd edition, Springer, table of loss factors, 2005",
    ),
    source("Dowling2013", "Dowling: Mechanical Behavior of Materials, 4th edition, Pearson, 2013"),
    source("Eurocode2004", "CEN: Eurocode 2: Design of Concrete Structures, EN 1992-1-1, 2004"),
    source(
        "FarahAndersonLanger2016",
        "Farah, Anderson, Langer: Physical and Mechanical Properties of PLA, and Their Functions in Widespread Applications: A Comprehensive Review, Advanced Drug Delivery Reviews 107, 367-392, 2016",
    ),
    source(
        "Fung1993",
        "Fung: Biomechanics: Mechanical Properties of Living Tissues, 2nd edition, Springer, 1993",
    ),
    source(
        "Gammon1983",
        "Gammon, Kiefte, Clouter, Denner: Elastic Constants of Artificial and Natural Ice Samples by Brillouin Spectroscopy, Journal of Glaciology 29 (103), 433-460, 1983",
    ),
    source(
        "Gent1958",
        "Gent: On the Relation between Indentation Hardness and Young's Modulus, Rubber Chemistry and Technology 31 (4), 896-906, 1958",
    ),
    source(
        "GibsonAshby1997",
        "Gibson, Ashby: Cellular Solids: Structure and Properties, 2nd edition, Cambridge University Press, 1997",
    ),
    source(
        "GibsonEasterlingAshby1981",
        "Gibson, Easterling, Ashby: The Structure and Mechanics of Cork, Proceedings of the Royal Society of London A 377, 99-117, 1981",
    ),
    source(
        "GreenBilstonSinkus2008",
        "Green, Bilston, Sinkus: In Vivo Brain Viscoelastic Properties Measured by Magnetic Resonance Elastography, NMR in Biomedicine 21 (7), 755-764, 2008",
    ),
    source(
        "Horvath1994",
        "Horvath: Expanded Polystyrene (EPS) Geofoam: An Introduction to Material Behavior, Geotextiles and Geomembranes 13 (4), 263-280, 1994",
    ),
    source(
        "ItisFoundation2022",
        "Hasgall and others: IT'IS Database for Thermal and Electromagnetic Parameters of Biological Tissues, Version 4.1, IT'IS Foundation, 2022",
    ),
    source(
        "Johnston2014",
        "Johnston, McCluskey, Tan, Tracey: Mechanical Characterization of Bulk Sylgard 184 for Microfluidics and Microengineering, Journal of Micromechanics and Microengineering 24 (3), 035017, 2014",
    ),
    source(
        "Kabeer2013",
        "Kabeer, Attenburrow, Picton, Wilson: Development of an Image Analysis Technique for Measurement of Poisson's Ratio for Viscoelastic Materials: Application to Leather, Journal of Materials Science 48 (2), 744-749, 2013",
    ),
    source(
        "Kalra2016",
        "Kalra, Lowe, Al-Jumaily: Mechanical Behaviour of Skin: A Review, Journal of Material Science and Engineering 5, 2016",
    ),
    source(
        "MaganarisPaul1999",
        "Maganaris, Paul: In Vivo Human Tendon Mechanical Properties, Journal of Physiology 521 (1), 307-313, 1999",
    ),
    source(
        "MaganarisPaul2002",
        "Maganaris, Paul: Tensile Properties of the in Vivo Human Gastrocnemius Tendon, Journal of Biomechanics 35 (12), 1639-1646, 2002",
    ),
    source(
        "MannBaumHabeger1980",
        "Mann, Baum, Habeger: Determination of All Nine Orthotropic Elastic Constants for Machine-Made Paper, Tappi 63 (2), 163-166, 1980",
    ),
    source(
        "Petrovic2003",
        "Petrovic: Mechanical Properties of Ice and Snow, Journal of Materials Science 38, 1-6, 2003",
    ),
    source(
        "RhoAshmanTurner1993",
        "Rho, Ashman, Turner: Young's Modulus of Trabecular and Cortical Bone Material: Ultrasonic and Microtensile Measurements, Journal of Biomechanics 26 (2), 111-119, 1993",
    ),
    source(
        "Rzymski2011",
        "Rzymski and others: Factors Influencing Breast Elasticity Measured by the Ultrasound Shear Wave Elastography: Preliminary Results, Archives of Medical Science 7 (1), 127-133, 2011",
    ),
    source(
        "SamaniZubovitsPlewes2007",
        "Samani, Zubovits, Plewes: Elastic Moduli of Normal and Pathological Human Breast Tissues: An Inversion-Technique-Based Investigation of 169 Samples, Physics in Medicine and Biology 52 (6), 1565-1576, 2007",
    ),
    source(
        "Samaras2024",
        "Samaras and others: Combining Fracture Mechanics and Rheology to Investigate the Impact of Micro-Aeration on Chocolate Oral Processing, Soft Matter, 2024",
    ),
    source(
        "Treloar1975",
        "Treloar: The Physics of Rubber Elasticity, 3rd edition, Oxford University Press, 1975",
    ),
    source(
        "TurcotteSchubert2014",
        "Turcotte, Schubert: Geodynamics, 3rd edition, Cambridge University Press, 2014",
    ),
    source(
        "Wang2014",
        "Wang: Crosslinking Effect on Polydimethylsiloxane Elastic Modulus Measured by Custom-Built Compression Instrument, Journal of Applied Polymer Science 131, 41050, 2014",
    ),
    source(
        "WoodHandbook2021",
        "Forest Products Laboratory: Wood Handbook: Wood as an Engineering Material, FPL-GTR-282, USDA Forest Service, chapter 5, 2021",
    ),
    source(
        "Zysset1999",
        "Zysset, Guo, Hoffler, Moore, Goldstein: Elastic Modulus and Hardness of Cortical and Trabecular Bone Lamellae Measured by Nanoindentation in the Human Femur, Journal of Biomechanics 32 (10), 1005-1012, 1999",
    ),
];

impl Source {
    /// The source of this key.
    #[must_use]
    pub fn find(key: &str) -> Option<&'static Self> {
        SOURCES.iter().find(|source| source.key == key)
    }
}

//! Pliant: an engine for deformable things. The command line and the library facade.

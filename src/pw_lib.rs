pub mod domain;
pub mod knowledge;
pub mod practice;
pub mod voxel;

//! The catalogue: chips, the machines and slices that hold them, what published runs reached on them, software packages.

use super::fields::Text;
use super::model::TargetId;
use crate::diag::Place;

/// A figure of a chip: a range where an id stands for a family.
#[derive(Clone, Debug)]
pub struct Figure {
    pub low: f64,
    pub high: f64,
    pub as_published: Option<Text>,
    pub sources: Vec<usize>,
    /// Not found in a source: shown so marked, and decides nothing.
    pub recalled: bool,
}

/// A chip of the catalogue.
#[derive(Clone, Debug)]
pub struct Chip {
    pub id: Text,
    pub name: Text,
    pub target: TargetId,
    pub vendor: Text,
    pub status: Text,
    pub status_because: Option<Text>,
    /// Figures by name (`memory_gib`, `peak_tflops.bf16`).
    pub figures: Vec<(Text, Figure)>,
    /// What is told in words: the links between chips, their topology, the compute capability.
    pub words: Vec<(Text, Text)>,
    pub native_precisions: Vec<Text>,
    /// Where it can be had.
    pub places: Vec<Text>,
    /// The members of a family, each with figures that belong together.
    pub variants: Vec<Variant>,
    pub notes: Vec<Text>,
    pub claims: Vec<usize>,
    pub sources: Vec<usize>,
    pub checked: Option<Text>,
    pub file: Text,
    pub place: Place,
}

/// One member of a family of chips.
#[derive(Clone, Debug)]
pub struct Variant {
    pub id: Text,
    pub name: Text,
    /// Figures that differ from member to member, by name.
    pub figures: Vec<(Text, f64)>,
}

impl Chip {
    /// A figure that may decide something: one with a source.
    pub fn sourced(&self, name: &str) -> Option<&Figure> {
        self.figures.iter().find(|(id, figure)| id == name && !figure.recalled).map(|(_, figure)| figure)
    }

    /// Whether somebody offers it in a place.
    pub fn is_offered_in(&self, place: &str) -> bool {
        self.places.iter().any(|known| known == place)
    }

    /// The chip itself, or each member of the family that it stands for.
    pub fn members(&self) -> Vec<Member<'_>> {
        if self.variants.is_empty() {
            return vec![Member { chip: self, variant: None }];
        }
        self.variants.iter().map(|variant| Member { chip: self, variant: Some(variant) }).collect()
    }

    /// The member of that id; the first where the chip is no family.
    pub fn member(&self, id: Option<&str>) -> Member<'_> {
        let variant = id.and_then(|id| self.variants.iter().find(|variant| variant.id == id));
        Member { chip: self, variant }
    }
}

/// A chip whose figures belong together: no family, or one member of it.
#[derive(Clone, Copy, Debug)]
pub struct Member<'k> {
    pub chip: &'k Chip,
    pub variant: Option<&'k Variant>,
}

impl Member<'_> {
    /// The bounds of a figure with a source: its own, else those of the family.
    pub fn figure(&self, name: &str) -> Option<(f64, f64)> {
        let family = self.chip.sourced(name)?;
        let own = self.variant.and_then(|variant| variant.figures.iter().find(|(id, _)| id == name));
        Some(own.map_or((family.low, family.high), |(_, value)| (*value, *value)))
    }
}

/// A machine that holds chips, or a slice of chips that is rented as one.
#[derive(Clone, Debug)]
pub struct Machine {
    /// As the cloud that offers it calls it.
    pub id: Text,
    /// Its chips, by their place in the catalogue.
    pub chip: usize,
    pub variant: Option<Text>,
    pub offered_in: Text,
    pub chips: u32,
    /// Of how many machines a slice consists; one for a machine.
    pub machines: u32,
    /// The shape of a slice, in chips along each axis.
    pub topology: Option<Text>,
    /// The memory that it reports of one chip.
    pub chip_memory_gib: Option<f64>,
    pub vcpus: Option<f64>,
    /// The memory of the host, in the unit of its source.
    pub memory: Option<Text>,
    pub network_gbps: Option<f64>,
    pub status: Option<Text>,
    pub status_because: Option<Text>,
    pub note: Option<Text>,
    pub sources: Vec<usize>,
    /// Without a source: shown so marked and never proposed.
    pub recalled: bool,
    pub file: Text,
    pub place: Place,
}

/// How slices of a chip are called: `PREFIX-N`.
#[derive(Clone, Debug)]
pub struct Slices {
    pub chip: usize,
    /// The first is the official one.
    pub prefixes: Vec<Text>,
    /// Cores that N counts for each chip; one where N counts chips.
    pub counted_per_chip: u32,
}

/// What somebody's run reached, as a share of what the chip could do at best.
#[derive(Clone, Debug)]
pub struct PublishedRun {
    pub what: Text,
    /// `training` (share of the peak arithmetic) or `decoding` (share of the roofline).
    pub work: Text,
    /// `dense`, `experts`, `encoder` or `diffusion`.
    pub kind: Text,
    pub chip: usize,
    pub chips: Option<f64>,
    pub precision: Text,
    pub utilisation: f64,
    pub as_published: Text,
    pub sources: Vec<usize>,
}

/// A software package and what hardware it is tied to.
#[derive(Clone, Debug)]
pub struct Package {
    /// Its name on the package index.
    pub name: Text,
    pub imports: Vec<Text>,
    /// `nvidia`, `gpu`, `tpu`, `neuron`, `xla`, `edge_tpu` or `portable`.
    pub tied: Text,
    /// `hard`: no other way; `soft`: another path exists but loses the point; `multi`: a separate path elsewhere.
    pub strength: Option<Text>,
    pub why: Option<Text>,
    pub way_out: Option<Text>,
    pub recalled: bool,
    pub sources: Vec<usize>,
    pub checked: Option<Text>,
}

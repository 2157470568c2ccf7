//! Skills taken down by staff.

use sparkyard_kernel::ports::{PersonInfo, SkillInfo};

/// A skill as staff see it, regardless of its visibility.
#[derive(Clone, Debug)]
pub(crate) struct SkillForViewer {
    pub(crate) skill: SkillInfo,
    /// Owner; `None` if they have left.
    pub(crate) owner: Option<PersonInfo>,
    /// Staff member who took it down; `None` if it is not down or they have left.
    pub(crate) taken_down_by: Option<PersonInfo>,
}

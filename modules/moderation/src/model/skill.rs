//! Skills that staff take down and let back.

use sparkyard_kernel::ports::{PersonInfo, SkillInfo};

/// A skill as staff look at it, whatever others may see of it.
#[derive(Clone, Debug)]
pub(crate) struct SeenSkill {
    pub(crate) skill: SkillInfo,
    /// Who offers it, if they are still there.
    pub(crate) owner: Option<PersonInfo>,
    /// Who took it down, if it is down and they are still there.
    pub(crate) taken_down_by: Option<PersonInfo>,
}

//! Request and response bodies.

mod categories;
mod form;
mod names;
mod skill;
mod skill_slug;
mod words;

pub(super) use self::{
    categories::{Category, CategoryForAdmin, CategoryForm, CategoryMove, NewCategory},
    form::{SkillForm, check_name},
    names::{DecisionReason, NewSkillSuggestion, PendingSkill, SkillDecision, SuggestedSkill},
    skill::{GoingRatesView, Skill, SkillPhotoKey},
    skill_slug::SkillSlug,
    words::{CategoryWord, CategoryWords},
};

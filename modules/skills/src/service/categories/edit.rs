//! Changes of the categories, checked.

use sparkyard_kernel::{ApiError, Timestamp, text, validate::Checks};

use crate::{
    error::SkillsError,
    model::{
        CategoryChange, MAX_CATEGORIES, NewCategory,
        catalogue::{Catalogue, Entry, slug},
    },
};

const MIN_TITLE: usize = 2;
const MAX_TITLE: usize = 40;
/// Maximum length of a slug, as other modules accept it.
const MAX_ID: usize = 60;
/// Earlier titles that are kept of a category.
const MAX_FORMER: usize = 10;

/// A change of the categories.
pub(super) struct Edited {
    /// Slug of the category that changes.
    pub(super) id: String,
    pub(super) entries: Vec<Entry>,
    /// Values before and after, for the audit log; empty if nothing changes.
    pub(super) detail: String,
}

/// Adds a category.
pub(super) fn add(
    catalogue: &Catalogue,
    built_in: &Catalogue,
    new: &NewCategory,
    at: Timestamp,
) -> Result<Edited, SkillsError> {
    let title = text::line(&new.title);
    let id = match &new.id {
        Some(id) if !id.is_empty() => id.clone(),
        _ => slug(&title),
    };
    let is_free = catalogue.entry(&id).is_none();
    let field = if new.id.as_deref().is_some_and(|id| !id.is_empty()) { "id" } else { "title" };
    checks(catalogue, built_in, (&title, &new.title), &new.icon, None)
        .check(
            "id",
            id == slug(&id) && id.chars().any(char::is_alphanumeric),
            "Use small letters, digits and hyphens.",
        )
        .check(field, id.chars().count() <= MAX_ID, "Please write at most 60 characters.")
        .check(field, is_free, "There is a category of this name already, or there was one.")
        .finish()?;
    let mut entries = catalogue.entries().to_vec();
    if entries.len() >= MAX_CATEGORIES {
        return Err(SkillsError::TooManyCategories);
    }
    let detail = format!("“{title}”, picture {}", new.icon);
    let entry = Entry {
        id: id.clone(),
        name: title.clone(),
        title,
        keywords: Vec::new(),
        icon: new.icon.clone(),
        hidden: false,
        moved_to: None,
        former: Vec::new(),
        // Skills whose owners made up this name take the title.
        unsettled_at: Some(at),
    };
    let place = place(&entries, new.after.as_deref())?.unwrap_or(entries.len());
    entries.insert(place, entry);
    Ok(Edited { id, entries, detail })
}

/// Changes title, picture, place and visibility of a category.
pub(super) fn change(
    catalogue: &Catalogue,
    built_in: &Catalogue,
    id: &str,
    change: &CategoryChange,
    at: Timestamp,
) -> Result<Edited, SkillsError> {
    let before = catalogue.entry(id).ok_or(SkillsError::CategoryNotFound)?;
    let title = text::line(&change.title);
    checks(catalogue, built_in, (&title, &change.title), &change.icon, Some(id))
        .check("after", change.after.as_deref() != Some(id), "A category cannot come after itself.")
        .finish()?;
    let mut after = before.clone();
    after.icon.clone_from(&change.icon);
    after.hidden = change.hidden;
    if !change.hidden {
        after.moved_to = None;
    } else if !before.hidden {
        check_not_last(catalogue)?;
    }
    if title != before.title {
        after.former.retain(|former| slug(former) != slug(&title));
        after.former.extend([before.title.clone(), before.name.clone()]);
        after.former.dedup();
        let surplus = after.former.len().saturating_sub(MAX_FORMER);
        after.former.drain(..surplus);
        after.title.clone_from(&title);
        after.name = title;
        after.unsettled_at = Some(at);
    }
    let mut entries: Vec<Entry> =
        catalogue.entries().iter().filter(|entry| entry.id != id).cloned().collect();
    let old_place = catalogue.entries().iter().position(|entry| entry.id == id);
    let new_place = place(&entries, change.after.as_deref())?.or(old_place).unwrap_or_default();
    let mut detail = differences(before, &after);
    if Some(new_place) != old_place {
        let number = |place: usize| place + 1;
        let from = old_place.map_or_else(String::new, |place| number(place).to_string());
        detail.push(format!("place {from} → {}", number(new_place)));
    }
    entries.insert(new_place, after);
    Ok(Edited { id: id.to_owned(), entries, detail: detail.join("; ") })
}

/// Hides a category, whose skills move into the category `to`.
pub(super) fn move_into(
    catalogue: &Catalogue,
    id: &str,
    to: &str,
    at: Timestamp,
) -> Result<Edited, SkillsError> {
    let before = catalogue.entry(id).ok_or(SkillsError::CategoryNotFound)?;
    let target = catalogue.entry(to);
    Checks::new()
        .check("to", to != id, "Choose another category than this one.")
        .check("to", target.is_some(), "There is no such category.")
        .check(
            "to",
            target.is_none_or(|target| !target.hidden),
            "This category is hidden. Choose one that members see.",
        )
        .finish()?;
    if !before.hidden {
        check_not_last(catalogue)?;
    }
    let mut entries = catalogue.entries().to_vec();
    let mut detail = String::new();
    for entry in &mut entries {
        if entry.id == id && entry.moved_to.as_deref() != Some(to) {
            entry.hidden = true;
            entry.moved_to = Some(to.to_owned());
            entry.unsettled_at = Some(at);
            let title = target.map_or("", |target| &target.title);
            detail = format!("all skills: “{}” → “{title}”", before.title);
        }
    }
    Ok(Edited { id: id.to_owned(), entries, detail })
}

/// Checks a title, as stored and as sent, and a picture, of the category `own` or a new one.
fn checks(
    catalogue: &Catalogue,
    built_in: &Catalogue,
    (title, sent): (&str, &str),
    icon: &str,
    own: Option<&str>,
) -> Checks {
    let wanted = slug(title);
    let is_taken = catalogue.entries().iter().any(|other| {
        Some(&*other.id) != own
            && [&other.id, &other.title, &other.name].into_iter().any(|known| slug(known) == wanted)
    });
    Checks::new()
        .line("title", sent, MIN_TITLE, MAX_TITLE)
        .check("title", wanted.chars().any(char::is_alphanumeric), "Please write a name.")
        .check("title", !is_taken, "There is a category of this name already.")
        .check("icon", built_in.entry(icon).is_some(), "Choose one of the pictures.")
}

/// Fails if only one category is shown.
fn check_not_last(catalogue: &Catalogue) -> Result<(), SkillsError> {
    match catalogue.on_offer().count() {
        0 | 1 => Err(SkillsError::LastCategory),
        _ => Ok(()),
    }
}

/// Returns the place behind the category `after`, the first if that is empty; `None` without one.
fn place(entries: &[Entry], after: Option<&str>) -> Result<Option<usize>, ApiError> {
    match after {
        None => Ok(None),
        Some("") => Ok(Some(0)),
        Some(after) => {
            let place = entries.iter().position(|entry| entry.id == after);
            let unknown = || ApiError::invalid("after", "There is no such category.");
            place.map(|place| Some(place + 1)).ok_or_else(unknown)
        }
    }
}

/// Returns what differs between two versions of a category, before and after.
fn differences(before: &Entry, after: &Entry) -> Vec<String> {
    let mut found = Vec::new();
    if before.title != after.title {
        found.push(format!("“{}” → “{}”", before.title, after.title));
    }
    if before.icon != after.icon {
        found.push(format!("picture {} → {}", before.icon, after.icon));
    }
    if before.hidden != after.hidden {
        let words = |hidden| if hidden { "hidden" } else { "shown" };
        found.push(format!("{} → {}", words(before.hidden), words(after.hidden)));
    }
    found
}

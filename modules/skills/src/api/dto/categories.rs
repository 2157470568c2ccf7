//! Categories of skills.

use poem_openapi::{Object, types::Example};

use crate::model::{self, catalogue::Entry};

/// A category of the catalogue.
#[derive(Debug, Object)]
pub(crate) struct Category {
    /// Slug of the category.
    pub id: String,
    /// Title, for headings.
    pub title: String,
    /// Name, for use in sentences.
    pub name: String,
    /// Slug of the built-in category whose picture it has.
    pub icon: String,
    /// Root-relative path of the picture.
    pub thumbnail: String,
    /// Whether new skills cannot choose it.
    pub is_hidden: bool,
}

impl From<&Entry> for Category {
    fn from(entry: &Entry) -> Self {
        Self {
            id: entry.id.clone(),
            title: entry.title.clone(),
            name: entry.name.clone(),
            icon: entry.icon.clone(),
            thumbnail: thumbnail(&entry.icon),
            is_hidden: entry.hidden,
        }
    }
}

/// A category as admins see it.
#[derive(Debug, Object)]
pub(crate) struct CategoryForAdmin {
    /// Slug of the category.
    id: String,
    /// Title.
    title: String,
    /// Slug of the built-in category whose picture it has.
    icon: String,
    /// Root-relative path of the picture.
    thumbnail: String,
    /// Whether new skills cannot choose it.
    is_hidden: bool,
    /// Slug of the category into which its skills were moved; absent otherwise.
    moved_to: Option<String>,
    /// Number of its skills that others can see.
    skills: u64,
    /// Whether it came with the program; then its slug also names a picture.
    is_built_in: bool,
}

impl From<model::CategoryForAdmin> for CategoryForAdmin {
    fn from(category: model::CategoryForAdmin) -> Self {
        let model::CategoryForAdmin { entry, skills, is_built_in } = category;
        Self {
            id: entry.id,
            title: entry.title,
            thumbnail: thumbnail(&entry.icon),
            icon: entry.icon,
            is_hidden: entry.hidden,
            moved_to: entry.moved_to,
            skills,
            is_built_in,
        }
    }
}

/// A category to add.
#[derive(Debug, Object)]
#[oai(example)]
pub(crate) struct NewCategory {
    /// Title, one line of 2 to 40 characters in any alphabet. No other category has it.
    #[oai(validator(max_length = 400))]
    title: String,
    /// Slug, which stays whatever the title becomes; made from the title when left out or empty.
    #[oai(validator(max_length = 120))]
    id: Option<String>,
    /// Picture: the slug of a built-in category.
    #[oai(validator(max_length = 60))]
    icon: String,
    /// Slug of the category after which it is listed; empty for the first place, left out for the
    /// last.
    #[oai(validator(max_length = 120))]
    after: Option<String>,
}

impl Example for NewCategory {
    fn example() -> Self {
        Self {
            title: "Bee keeping".to_owned(),
            id: Some("bee-keeping".to_owned()),
            icon: "beekeeping".to_owned(),
            after: Some("gardening".to_owned()),
        }
    }
}

impl From<NewCategory> for model::NewCategory {
    fn from(body: NewCategory) -> Self {
        let NewCategory { title, id, icon, after } = body;
        Self { title, id, icon, after }
    }
}

/// New values of a category.
#[derive(Debug, Object)]
#[oai(example)]
pub(crate) struct CategoryForm {
    /// Title, one line of 2 to 40 characters in any alphabet. No other category has it.
    #[oai(validator(max_length = 400))]
    title: String,
    /// Picture: the slug of a built-in category.
    #[oai(validator(max_length = 60))]
    icon: String,
    /// Whether new skills cannot choose it. Those that have it stay, and can be booked.
    is_hidden: bool,
    /// Slug of the category after which it is listed; empty for the first place, left out to keep
    /// its place.
    #[oai(validator(max_length = 120))]
    after: Option<String>,
}

impl Example for CategoryForm {
    fn example() -> Self {
        Self {
            title: "Plumbing".to_owned(),
            icon: "plumbing".to_owned(),
            is_hidden: false,
            after: None,
        }
    }
}

impl From<CategoryForm> for model::CategoryChange {
    fn from(body: CategoryForm) -> Self {
        let CategoryForm { title, icon, is_hidden, after } = body;
        Self { title, icon, hidden: is_hidden, after }
    }
}

/// Category into which skills are moved.
#[derive(Debug, Object)]
pub(crate) struct CategoryMove {
    /// Slug of a category that is not hidden.
    #[oai(validator(max_length = 120))]
    pub(crate) to: String,
}

fn thumbnail(icon: &str) -> String {
    format!("/art/{icon}.svg")
}

//! Sample requests of categories of skills, and of added towns.

use poem::http::Method;
use serde_json::json;

use super::{
    delegation,
    fixture::World,
    sample::{Access, Sample, get, with},
};

/// Returns the sample request of an operation.
pub(super) fn sample(operation: &str, world: &World) -> Sample {
    use Access::Staff;
    let (post, put) = (Method::POST, Method::PUT);
    match operation {
        "list_categories_for_admins" => get(Staff, "/api/admin/categories"),
        "create_category" => {
            let body = json!({ "title": "Bee whispering", "icon": "beekeeping" });
            with(Staff, post, "/api/admin/categories", &body)
        }
        "update_category" => {
            let body = json!({ "title": "Bread", "icon": "baking", "is_hidden": false });
            with(Staff, put, "/api/admin/categories/baking", &body)
        }
        "move_category_skills" => {
            with(Staff, put, "/api/admin/categories/yoga/move", &json!({ "to": "fitness" }))
        }
        "list_added_towns" => get(Staff, "/api/admin/towns"),
        "add_town" => {
            let body = json!({ "name": "Wellow", "area": "Somerset", "lat": 51.32, "lon": -2.37 });
            with(Staff, post, "/api/admin/towns", &body)
        }
        "delete_town" => with(Staff, Method::DELETE, "/api/admin/towns/x", &json!({})),
        other => delegation::sample(other, world),
    }
}

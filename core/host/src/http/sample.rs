//! Sample operations for tests, with paths like those of modules.

use poem_openapi::{OpenApi, param::Path, payload::PlainText};

/// Operations whose path templates overlap, some with many variables.
pub(super) struct Sample;

type Text = PlainText<&'static str>;

#[expect(clippy::unused_async, reason = "operations are")]
#[OpenApi(prefix_path = "/api")]
impl Sample {
    #[oai(path = "/bookings", method = "post")]
    async fn book(&self) -> Text {
        PlainText("booked")
    }

    #[oai(path = "/bookings/:id", method = "get")]
    async fn booking(&self, id: Path<String>) -> Text {
        let Path(_) = id;
        PlainText("a booking")
    }

    #[oai(path = "/bookings/quote", method = "get")]
    async fn quote(&self) -> Text {
        PlainText("a price")
    }

    #[oai(path = "/bookings/availability/own", method = "get")]
    async fn own_hours(&self) -> Text {
        PlainText("hours")
    }

    #[oai(path = "/bookings/availability/own", method = "put")]
    async fn set_hours(&self) -> Text {
        PlainText("set")
    }

    #[oai(path = "/bookings/availability/:id", method = "get")]
    async fn hours(&self, id: Path<String>) -> Text {
        let Path(_) = id;
        PlainText("hours")
    }

    #[oai(path = "/bookings/accept/:id", method = "put")]
    async fn accept(&self, id: Path<String>) -> Text {
        let Path(_) = id;
        PlainText("accepted")
    }

    #[oai(path = "/skills/:id", method = "get")]
    async fn skill(&self, id: Path<String>) -> Text {
        let Path(_) = id;
        PlainText("a skill")
    }

    #[oai(path = "/skills/:id", method = "put")]
    async fn change_skill(&self, id: Path<String>) -> Text {
        let Path(_) = id;
        PlainText("changed")
    }

    #[oai(path = "/skills/:id", method = "delete")]
    async fn delete_skill(&self, id: Path<String>) -> Text {
        let Path(_) = id;
        PlainText("deleted")
    }

    #[oai(path = "/users/people/nearby/:lat/:lon/:distance", method = "get")]
    async fn nearby(&self, lat: Path<f64>, lon: Path<f64>, distance: Path<u32>) -> Text {
        let (Path(_), Path(_), Path(_)) = (lat, lon, distance);
        PlainText("people")
    }
}

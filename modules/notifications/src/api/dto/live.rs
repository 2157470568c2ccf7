//! Event streams as server-sent events.

use bytes::Bytes;
use futures_util::{Stream, StreamExt, stream::BoxStream};
use poem::{Body, IntoResponse};
use poem_openapi::{
    ApiResponse,
    payload::{EventStream, Payload},
    registry::{MetaMediaType, MetaResponse, MetaResponses, MetaSchemaRef, Registry},
};
use sparkyard_kernel::ports::LiveNews;

use crate::model::live::{Step, StreamEvent};

/// Type of the payload in the API document.
type Described = EventStream<BoxStream<'static, LiveNews>>;

/// Response body of an event stream.
pub(crate) struct LiveStream(BoxStream<'static, Bytes>);

impl LiveStream {
    pub(crate) fn new(steps: impl Stream<Item = Step> + Send + 'static) -> Self {
        Self(steps.map(|step| sent(&step).into()).boxed())
    }
}

/// Formats a step as a server-sent event. Texts are JSON, which has no line breaks.
fn sent(step: &Step) -> String {
    match step {
        Step::Hello(n) => format!("id: {n}\nevent: hello\ndata: {{}}\n\n"),
        Step::Reset(n) => format!("id: {n}\nevent: reset\ndata: {{}}\n\n"),
        Step::Event(StreamEvent { n, news }) => format!("id: {n}\ndata: {news}\n\n"),
        Step::Ephemeral(news) => format!("data: {news}\n\n"),
        Step::Beat => ":\n\n".to_owned(),
        Step::Crowded => "event: crowded\ndata: {}\n\n".to_owned(),
    }
}

impl IntoResponse for LiveStream {
    fn into_response(self) -> poem::Response {
        let body = Body::from_bytes_stream(self.0.map(Ok::<_, std::io::Error>));
        poem::Response::builder()
            .content_type(Described::CONTENT_TYPE)
            .header("cache-control", "no-store")
            // A proxy that buffers (nginx) would hold the events back.
            .header("x-accel-buffering", "no")
            .body(body)
    }
}

impl Payload for LiveStream {
    const CONTENT_TYPE: &'static str = Described::CONTENT_TYPE;

    fn schema_ref() -> MetaSchemaRef {
        Described::schema_ref()
    }

    fn register(registry: &mut Registry) {
        <Described as Payload>::register(registry);
    }
}

impl ApiResponse for LiveStream {
    fn meta() -> MetaResponses {
        let content =
            vec![MetaMediaType { content_type: Self::CONTENT_TYPE, schema: Self::schema_ref() }];
        let description = "Events in order, as server-sent events.";
        let (status, status_range, headers) = (Some(200), None, Vec::new());
        MetaResponses {
            responses: vec![MetaResponse { description, status, status_range, content, headers }],
        }
    }

    fn register(registry: &mut Registry) {
        <Self as Payload>::register(registry);
    }
}

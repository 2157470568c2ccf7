use std::{fs, path::Path, time::Duration};

use reqwest::{Client, Method, StatusCode};
use serde_json::{Value, json};

use crate::binary::Server;

const PASSWORD: &str = "correct horse battery";

/// The first admin, who records cash for Ana, and Ana, who creates payment intents with it.
#[derive(Clone)]
pub(crate) struct Iris {
    http: Client,
    url: String,
    /// Id of Ana's account.
    pub(crate) ana: String,
    token: String,
    anas_token: String,
}

impl Iris {
    /// Opens the link that the server prints, and signs Ana up.
    pub(crate) async fn set_up(server: &Server, data_dir: &Path) -> Self {
        let admin = json!({
            "secret": server.set_up_secret().await, "email": "iris@example.org",
            "firstname": "Iris", "lastname": "Example", "password": PASSWORD,
        });
        let mut iris = Self { url: server.url.clone(), ..Self::of_existing_server() };
        iris.post("/api/auth/setup", admin).await;
        iris.ana = iris.sign_ana_up(data_dir).await;
        iris.log_in(server).await
    }

    /// Returns the admin of a server that was set up before, without Ana's id.
    pub(crate) fn of_existing_server() -> Self {
        Self {
            http: Client::new(),
            url: String::new(),
            ana: String::new(),
            token: String::new(),
            anas_token: String::new(),
        }
    }

    async fn sign_ana_up(&self, data_dir: &Path) -> String {
        let email = "ana@example.org";
        self.post("/api/auth/resend/code", json!({ "email": email })).await;
        let proof = json!({ "email": email, "code": mailed_code(data_dir, email).await });
        let proof = self.post("/api/auth/verify/email", proof).await;
        let account = json!({
            "registrationToken": proof["registrationToken"], "email": email,
            "phone": "07700 900123", "firstname": "Ana", "lastname": "Example",
            "gender": "other", "password": PASSWORD, "adult": true, "terms": true,
        });
        text(&self.post("/api/auth/register", account).await["id"])
    }

    pub(crate) async fn log_in(mut self, server: &Server) -> Self {
        self.url.clone_from(&server.url);
        self.token = self.token_of("iris@example.org").await;
        self.anas_token = self.token_of("ana@example.org").await;
        self
    }

    async fn token_of(&self, email: &str) -> String {
        let login = json!({ "email": email, "password": PASSWORD });
        text(&self.post("/api/auth/login", login).await["accessToken"])
    }

    async fn post(&self, path: &str, body: Value) -> Value {
        self.call(Method::POST, path, body).await
    }

    pub(crate) async fn get(&self, path: &str) -> Value {
        self.call(Method::GET, path, json!({})).await
    }

    async fn call(&self, method: Method, path: &str, body: Value) -> Value {
        let (_, body) = self.ask(method, path, &self.token, body).await;
        assert_eq!(body["status"], "success", "{path}: {body}");
        body["data"].clone()
    }

    async fn ask(
        &self,
        method: Method,
        path: &str,
        token: &str,
        body: Value,
    ) -> (StatusCode, Value) {
        let request = self.http.request(method, format!("{}{path}", self.url));
        let response = request.bearer_auth(token).json(&body).send().await.unwrap();
        (response.status(), response.json().await.unwrap())
    }

    /// Makes two transfers, or one when Ana has reached the limit of held money; returns the
    /// number.
    pub(crate) async fn move_money(&self) -> usize {
        let cash = json!({ "user_id": self.ana, "amount": 0.02, "note": "stake" });
        assert_eq!(self.post("/api/admin/wallet/cash-in", cash).await["status"], "recorded");
        let hold = json!({ "amount": 0.01, "currency": "gbp", "paymentMethod": "wallet" });
        let path = "/api/users/stripe/payment/intent";
        let (status, body) = self.ask(Method::POST, path, &self.anas_token, hold).await;
        if status == StatusCode::CONFLICT {
            assert_eq!(body["code"], "wallet.too_many_holds");
            return 1;
        }
        assert_eq!(body["status"], "success", "{body}");
        2
    }
}

/// Waits for the mail to `email` and returns its code.
async fn mailed_code(data_dir: &Path, email: &str) -> String {
    loop {
        for entry in fs::read_dir(data_dir.join("outbox")).into_iter().flatten().flatten() {
            let mail = fs::read_to_string(entry.path()).unwrap_or_default();
            let code = mail.contains(email).then(|| mail.split(" code for Sparkyard is ").nth(1));
            if let Some(code) = code.flatten().and_then(|rest| rest.get(..4)) {
                return code.to_owned();
            }
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

pub(crate) fn text(value: &Value) -> String {
    value.as_str().unwrap().to_owned()
}

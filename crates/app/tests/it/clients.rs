//! Keys that are bound to a client: its rows and no others, in answers, samples, caches, memory and links.

use crate::client::Client;
use crate::site::{Plan, Site};
use serde_json::{Value as Json, json};

/// A server with the keys of two clients, and one that is nobody's.
fn house() -> (Site, Client, Client, Client) {
    let plan = Plan::new();
    let keys = [
        plan.key("one", &["--client-id", "1"]),
        plan.key("two", &["--client-id", "2"]),
        plan.key("any", &["--role", "admin"]),
    ];
    let site = plan.start();
    let [one, two, any] = keys.each_ref().map(|key| site.with(key));
    (site, one, two, any)
}

fn count(client: &Client, more: Json) -> Json {
    let mut body = json!({"sql": "SELECT count(*) AS n FROM customers"});
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    let answer = client.post("/api/v1/sql", &body);
    assert_eq!(answer.status, 200, "{answer:?}");
    answer.json()["results"]["data"][0]["n"].clone()
}

fn figure(answer: &Json) -> Json {
    answer["results"]["data"][0].as_object().unwrap_or_else(|| panic!("{answer}")).values().next().unwrap().clone()
}

#[test]
fn a_keys_client_counts_whether_or_not_it_is_named() {
    let (_site, one, two, any) = house();
    let all = count(&any, json!({}));
    let (first, second) = (count(&any, json!({"client_id": 1})), count(&any, json!({"client_id": "2"})));
    assert!(all == 6_000 && first != all && second != all && first != second, "{all} {first} {second}");
    assert_eq!((count(&one, json!({})), count(&one, json!({"client_id": 1}))), (first.clone(), first.clone()));
    assert_eq!(count(&two, json!({})), second);
    let question = json!({"query": "How many customers do we have?", "message": "How many customers do we have?"});
    for path in ["/query", "/query-agentic", "/api/v1/chat"] {
        let (mine, theirs) = (one.post(path, &question).json(), two.post(path, &question).json());
        assert_eq!((figure(&mine), figure(&theirs)), (first.clone(), second.clone()), "{path}");
    }
    let rows = |client: &Client, path: &str| {
        let tables = client.get(path).json()["tables"].as_array().unwrap().clone();
        tables.iter().find(|table| table["table_name"] == "customers").unwrap()["row_count"].clone()
    };
    let schema = "/api/v1/sources/demo/schema";
    assert_eq!((rows(&one, schema), rows(&two, schema), rows(&any, schema)), (first.clone(), second, all));
    assert_eq!(rows(&any, &format!("{schema}?client_id=1")), first);
}

#[test]
fn an_answer_of_one_client_is_never_given_to_another() {
    let (_site, one, two, any) = house();
    let ask = |client: &Client| {
        let answer = client.ended(&client.ask("How many customers do we have?"));
        assert_eq!(answer["status"], "finished", "{answer}");
        (figure(&answer), answer["cached"].clone())
    };
    let first = ask(&one);
    assert_eq!(first.1, false);
    let again = ask(&one);
    assert_eq!(again, (first.0.clone(), json!(true)), "the same client may have it again");
    let second = ask(&two);
    assert_eq!(second.1, false, "nothing was there for this client yet");
    assert_ne!(second.0, first.0);
    let all = ask(&any);
    assert_eq!(all, (json!(6_000), json!(false)));
    // An answer that one client approves is remembered for that client.
    let ask = one.ask("How many customers signed up in Texas?");
    one.ended(&ask);
    let approved = one.post(&format!("/api/v1/ask/{ask}/feedback"), &json!({"good": true, "approve": true}));
    assert_eq!(approved.json()["remembered"], true, "{approved:?}");
    let remembered = |client: &Client| {
        let arguments = json!({"query": "How many customers signed up in Texas?"});
        let message = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call",
            "params": {"name": "search_metadata", "arguments": arguments}});
        let answer = client.and("accept", "application/json, text/event-stream").post("/mcp", &message).json();
        answer["result"]["structuredContent"]["examples"].as_array().unwrap_or_else(|| panic!("{answer}")).len()
    };
    assert_eq!((remembered(&one), remembered(&two), remembered(&any)), (1, 0, 0));
}

#[test]
fn a_session_is_of_one_client() {
    let (_site, one, two, any) = house();
    let begun = any.post("/api/v1/chat", &json!({"message": "How many customers do we have?", "client_id": 1})).json();
    let session = begun["session_id"].as_str().unwrap();
    let open = any.post("/api/v1/chat", &json!({"message": "How many customers do we have?"})).json();
    let open = open["session_id"].as_str().unwrap();
    let go_on = |session: &str, client_id: Json| {
        let body = json!({"message": "How many customers do we have?", "session_id": session, "client_id": client_id});
        any.post("/api/v1/chat", &body)
    };
    assert_eq!(figure(&go_on(session, json!(1)).json()), figure(&begun));
    assert_eq!(figure(&go_on(session, Json::Null).json()), figure(&begun), "a session goes on as it began");
    for (session, client) in [(session, 2), (open, 1)] {
        let refused = go_on(session, json!(client));
        assert_eq!((refused.status, refused.code().as_str()), (403, "FORBIDDEN"), "{refused:?}");
    }
    // A link shows it to that client and to nobody else's.
    let link = any.post(&format!("/api/v1/chat/sessions/{session}/share"), &json!({})).json();
    let link = link["link"].as_str().unwrap();
    assert_eq!((one.get(link).status, two.get(link).status, any.get(link).status), (200, 404, 200));
}

#[test]
fn a_clients_key_has_datasets_of_its_own() {
    let (_site, one, two, _any) = house();
    let dataset = one.upload("sales.csv", "region,amount\nNorth,10\nSouth,20\n");
    let body = json!({"query": "What is the total amount?", "dataset_id": dataset});
    let answer = one.post("/api/v1/ask", &body);
    assert_eq!(answer.status, 202, "{answer:?}");
    let ask = answer.json()["query_id"].as_str().unwrap().to_owned();
    assert_eq!(figure(&one.ended(&ask)), 30);
    assert_eq!(two.post("/api/v1/ask", &body).status, 404);
    let begun =
        one.post("/api/v1/chat", &json!({"message": "What is the total amount?", "dataset_id": dataset})).json();
    let session = begun["session_id"].as_str().unwrap();
    let more = one.post("/api/v1/chat", &json!({"message": "and per region?", "session_id": session}));
    assert_eq!(more.status, 200, "{more:?}");
    assert_eq!(one.get("/api/v1/chat/sessions").json()["sessions"].as_array().unwrap().len(), 1);
}

#[test]
fn a_server_may_want_a_client_with_every_question() {
    let plan = Plan::new().variable("VOUCH_REQUIRE_CLIENT_ID", "on");
    let (bound, free) = (plan.key("one", &["--client-id", "1"]), plan.key("any", &["--role", "admin"]));
    let site = plan.start();
    let (bound, free) = (site.with(&bound), site.with(&free));
    let body = json!({"query": "how many customers?", "message": "how many customers?", "sql": "SELECT 1"});
    for path in ["/query", "/query-agentic", "/api/v1/ask", "/api/v1/chat", "/api/v1/sql", "/api/v1/chat/sessions"] {
        let refused = free.post(path, &body);
        assert_eq!((refused.status, refused.code().as_str()), (400, "INVALID_INPUT"), "{path} {refused:?}");
        assert!(refused.body.contains("client_id"), "{refused:?}");
        assert!(bound.post(path, &body).status < 300, "{path}");
    }
    // Whom to name can be found out.
    let clients = free.get("/api/v1/sources/demo/clients");
    assert!(clients.json()["items"].as_array().is_some_and(|items| items.len() > 1), "{clients:?}");
    assert_eq!(bound.get("/api/v1/sources/demo/clients").json()["items"].as_array().unwrap().len(), 1);
    // A dataset has no clients.
    let dataset = free.upload("sales.csv", "region,amount\nNorth,10\nSouth,20\n");
    let of_dataset = json!({"query": "What is the total amount?", "message": "What is the total amount?",
        "sql": "SELECT sum(amount) AS n FROM sales", "dataset_id": dataset});
    for path in ["/query", "/api/v1/ask", "/api/v1/chat", "/api/v1/sql", "/agents/text-to-sql/start-session"] {
        let answer = free.post(path, &of_dataset);
        assert!(answer.status < 300, "{path} {answer:?}");
    }
    for what in ["preview", "profile"] {
        let answer = free.get(&format!("/api/v1/datasets/{dataset}/{what}"));
        assert_eq!(answer.status, 200, "{what} {answer:?}");
    }
    assert_eq!(free.get("/api/v1/sources/demo/schema").status, 400);
    assert_eq!(free.get("/api/v1/sources/demo/schema?client_id=1").status, 200);
}

#[test]
fn a_client_that_cannot_be_is_the_requests_mistake() {
    let (_site, _one, _two, any) = house();
    for client in ["", "01", "1' or 1=1", "1 "] {
        let body = json!({"query": "how many customers?", "message": "how many customers?", "sql": "SELECT 1",
            "client_id": client});
        for path in ["/api/v1/ask", "/api/v1/chat", "/api/v1/sql"] {
            let refused = any.post(path, &body);
            assert_eq!((refused.status, refused.code().as_str()), (400, "INVALID_INPUT"), "{client} {refused:?}");
            assert_eq!(refused.json()["error"]["hint"], "Send client_id as the data holds it.");
        }
    }
}

/// Where a client is not read, or is written otherwise, everybody's rows would be given.
#[test]
fn a_client_is_never_overlooked() {
    let (_site, _, _, any) = house();
    let mcp = |arguments: Json| {
        let arguments = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call",
            "params": {"name": "run_sql", "arguments": arguments}});
        let body = arguments.to_string();
        let headers = [("content-type", "application/json"), ("accept", "application/json, text/event-stream")];
        any.send("POST", "/mcp", &headers, body.as_bytes()).json()["result"].clone()
    };
    let sql = "SELECT count(*) AS n FROM customers";
    let first = count(&any, json!({"client_id": 1}));
    let named = mcp(json!({"sql": sql, "client_id": 1}));
    assert_eq!(named["structuredContent"]["results"]["data"][0]["n"], first, "{named}");
    let session = any.post("/agents/text-to-sql/start-session", &json!({"client_id": 1})).json()["session_id"].clone();
    let say = |more: Json| {
        let mut body = json!({"session_id": session, "message": "How many customers do we have?"});
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        any.post("/agents/text-to-sql/chat", &body)
    };
    let own = say(json!({"client_id": "1"})).json();
    assert_eq!(own["results"][0].as_object().unwrap().values().next(), Some(&first), "{own}");
    let other = say(json!({"client_id": 2}));
    assert_eq!((other.status, other.code().as_str()), (403, "FORBIDDEN"), "{other:?}");
    for name in ["clientId", "client-id", "clientid"] {
        let refused = say(json!({name: 1}));
        assert!(refused.status == 400 && refused.json().to_string().contains("client_id"), "{refused:?}");
        let refused = mcp(json!({"sql": sql, name: "1"}));
        assert!(refused["isError"] == true && refused.to_string().contains("client_id"), "{refused}");
        let refused = any.get(&format!("/api/v1/sources/demo/schema?{name}=1"));
        assert!(refused.status == 400 && refused.json().to_string().contains("client_id"), "{refused:?}");
    }
    let misplaced = any.post("/query?client_id=1", &json!({"query": "How many customers do we have?"}));
    assert_eq!(misplaced.status, 400, "{misplaced:?}");
    assert!(misplaced.json()["error"].is_string(), "{misplaced:?}");
    // A session is about its client, also where its source is named again.
    let chat = any.post("/api/v1/chat", &json!({"message": "How many customers do we have?", "client_id": 1})).json();
    let again = json!({"message": "How many stores are there?", "session_id": chat["session_id"], "source": "demo"});
    let again = any.post("/api/v1/chat", &again);
    let alone = any.post("/api/v1/chat", &json!({"message": "How many stores are there?", "client_id": 1})).json();
    assert_eq!((again.status, figure(&again.json())), (200, figure(&alone)), "{again:?}");
}

/// It could make itself a key for everybody's rows.
#[test]
fn an_admin_of_one_client_stays_within_it() {
    let plan = Plan::new();
    let (own, all) = (plan.key("own", &["--role", "admin", "--client-id", "1"]), plan.key("all", &["--role", "admin"]));
    let site = plan.start();
    let (own, all) = (site.with(&own), site.with(&all));
    let made = own.post("/api/v1/keys", &json!({"name": "more", "role": "admin"}));
    assert_eq!((made.status, &made.json()["client_id"]), (201, &json!("1")), "{made:?}");
    assert_eq!(own.post("/api/v1/keys", &json!({"name": "more", "client_id": 2})).status, 403);
    let listed = own.get("/api/v1/keys").json()["keys"].clone();
    assert!(listed.as_array().unwrap().iter().all(|key| key["client_id"] == "1"), "{listed}");
    let foreign = all.get("/api/v1/keys").json()["keys"]
        .as_array()
        .unwrap()
        .iter()
        .find(|key| key["name"] == "all")
        .unwrap()["id"]
        .clone();
    assert_eq!(own.delete(&format!("/api/v1/keys/{}", foreign.as_str().unwrap())).status, 404);
    assert_eq!(own.get("/api/v1/audit").status, 403);
    assert_eq!(all.get("/api/v1/audit").status, 200);
}

/// One statement ended the server for everybody.
#[test]
fn a_long_chain_of_unions_is_refused() {
    let site = Plan::new().start();
    let client = site.nobody();
    for many in [201, 600, 2_500] {
        let sql = format!("SELECT 1,1{}", " UNION SELECT 1,1".repeat(many));
        let refused = client.post("/api/v1/sql", &json!({"sql": sql}));
        assert_eq!(refused.status, 422, "{many}: {refused:?}");
    }
    let sql = format!("SELECT 1,1{}", " UNION SELECT 1,1".repeat(200));
    assert_eq!(client.post("/api/v1/sql", &json!({"sql": sql})).status, 200);
    for sql in [
        "SELECT array_reverse_sort(customer_name::VARIANT) FROM customers",
        "SELECT reservoir_quantile(customer_id, 0.5, 2000000000) FROM customers",
        "SELECT bit_length(bitstring_agg(customer_id)) FROM customers",
    ] {
        let refused = client.post("/api/v1/sql", &json!({"sql": sql}));
        assert_eq!(refused.status, 422, "{sql}: {refused:?}");
    }
    assert_eq!(client.get("/health").status, 200);
}

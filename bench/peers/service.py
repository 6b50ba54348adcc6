"""Seed 000's flow (clarify, plan, generate, validate, execute, reflect, explain) as a LangGraph + FastAPI service,
written the way the documentation of both shows it: a StateGraph with a checkpointer, ChatOpenAI at a base URL, async
nodes, one pooled engine and one HTTP client per worker. `vouch-bench service` measures Vouch against it: nothing here is
slower than it has to be (no logging per request, keep-alive, uvloop, statements in threads).

Where sessions are kept is asked twice. In each worker's memory a session is gone with the worker, and unknown to the other
one; with PEER_SESSIONS, a SQLite file that all workers share, it goes on anywhere and survives a kill, as Vouch's do.
"""

import asyncio
import json
import operator
import os
import time
import uuid
from contextlib import asynccontextmanager
from typing import Annotated, Any, TypedDict

from fastapi import FastAPI
from fastapi.responses import JSONResponse
from langchain_openai import ChatOpenAI
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver
from langgraph.graph import END, START, StateGraph
from pydantic import BaseModel
from sqlalchemy import create_engine, inspect, text
from sqlalchemy.exc import SQLAlchemyError

ROWS_MOST, ROWS_EXPLAINED, HISTORY_SENT = 1_000, 20, 3
RESULTS = ("execution_result", "validation_result", "reflection_result")
ARTIFACTS = ("schema", "sql_query", *RESULTS, "explanation", "error")
COUNTS = {"iteration": 0, "tool_calls": 0, "node_times": {}}
CRITICAL = ("syntax error", "parse error", "invalid sql", "no such column", "no such table")

engine = create_engine(f"sqlite:///file:{os.environ['PEER_DATABASE']}?mode=ro&uri=true", pool_size=16)
model = ChatOpenAI(model=os.environ.get("PEER_MODEL", "scripted"), temperature=0, max_retries=2, timeout=15)


class AgentState(TypedDict, total=False):
    user_query: str
    resolved_query: str
    chat_history: Annotated[list[dict], operator.add]
    iteration: int
    max_iterations: int
    schema: str | None
    sql_query: str | None
    execution_result: dict | None
    validation_result: dict | None
    reflection_result: dict | None
    explanation: str | None
    clarification_needed: bool
    clarification_questions: list[str]
    tool_calls: int
    node_times: dict[str, float]
    next_action: str
    error: str | None


def read_schema() -> str:
    inspector = inspect(engine)
    columns = lambda table: ", ".join(f"{c['name']} {c['type']}" for c in inspector.get_columns(table))
    return "\n".join(f"{table}({columns(table)})" for table in inspector.get_table_names())


SCHEMA = read_schema()  # it does not change while the service runs


def run_sql(sql: str) -> dict:
    try:
        with engine.connect() as connection:
            result = connection.execute(text(sql))
            columns = list(result.keys())
            data = [dict(zip(columns, row)) for row in result.fetchmany(ROWS_MOST)]
        return {"success": True, "data": data, "columns": columns, "row_count": len(data)}
    except SQLAlchemyError as error:
        return {"success": False, "error": str(error)}


async def ask_model(prompt: str) -> str:
    return (await model.ainvoke(prompt)).content.strip()


def timed(name: str, node):
    async def run(state: AgentState) -> dict:
        since = time.perf_counter()
        update = await node(state)
        times = state["node_times"]
        update["node_times"] = {**times, name: times.get(name, 0.0) + time.perf_counter() - since}
        return update

    return run


async def detect_clarification(state: AgentState) -> dict:
    prompt = (
        "Analyze this query for ambiguity.\n"
        f"Query: {state['resolved_query']}\nSchema: {SCHEMA[:1000]}\n"
        "Is clarification needed? Consider missing time periods, metrics, filters, vague terms, several readings.\n"
        'Return JSON: {"needs_clarification": bool, "questions": ["q1", "q2"]}'
    )
    try:
        verdict = json.loads(await ask_model(prompt))
    except ValueError:  # the seed's fail-safe: go on without
        verdict = {"needs_clarification": False, "questions": []}
    needed = bool(verdict.get("needs_clarification"))
    return {"clarification_needed": needed, "clarification_questions": verdict.get("questions", [])}


async def plan(state: AgentState) -> dict:
    if state["schema"] is None:
        return {"next_action": "get_schema"}
    if state["sql_query"] is None:
        if state["iteration"] >= state["max_iterations"]:
            return {"next_action": "complete", "error": "Max iterations exceeded. Unable to generate valid SQL."}
        return {"next_action": "generate_sql"}
    if state["validation_result"] is None:
        return {"next_action": "validate_sql"}
    if state["execution_result"] is None:
        return {"next_action": "execute_sql"}
    if state["reflection_result"] is None:
        return {"next_action": "reflect"}
    if state["explanation"] is None and state["execution_result"]["success"]:
        return {"next_action": "generate_explanation"}
    return {"next_action": "complete"}


async def execute_tools(state: AgentState) -> dict:
    calls = {"tool_calls": state["tool_calls"] + 1}
    match state["next_action"]:
        case "get_schema":
            return {"schema": SCHEMA, **calls}
        case "validate_sql":
            words = state["sql_query"].split(None, 1)
            one = ";" not in state["sql_query"].rstrip("; \n")
            read_only = one and bool(words) and words[0].upper() in ("SELECT", "WITH")
            checks = [{"name": "read_only", "passed": read_only}]
            return {"validation_result": {"passed": read_only, "checks": checks}, **calls}
        case _:
            if not state["validation_result"]["passed"]:
                return {"execution_result": {"success": False, "error": "invalid sql: not one SELECT"}, **calls}
            return {"execution_result": await asyncio.to_thread(run_sql, state["sql_query"]), **calls}


async def generate_sql(state: AgentState) -> dict:
    prompt = (
        "Write one SQLite SELECT statement that answers the question. Return the SQL only.\n"
        f"Schema:\n{state['schema']}\nQuestion: {state['resolved_query']}"
    )
    sql = (await ask_model(prompt)).removeprefix("```sql").removesuffix("```").strip()
    return {"sql_query": sql, "iteration": state["iteration"] + 1}


async def reflect(state: AgentState) -> dict:
    result = state["execution_result"]
    error = "" if result["success"] else result["error"].lower()
    refine = any(words in error for words in CRITICAL)
    issues = [f"Critical error: {error}"] if refine else []
    reflection = {"is_acceptable": not refine, "should_refine": refine, "issues": issues}
    if refine and state["iteration"] < state["max_iterations"]:
        return dict.fromkeys(("sql_query", *RESULTS))
    return {"reflection_result": reflection, "error": None if result["success"] else result["error"]}


async def generate_explanation(state: AgentState) -> dict:
    result = state["execution_result"]
    if not result["data"]:
        return {"explanation": "No results found for this query."}
    prompt = (
        "Explain these results in 2-4 sentences.\n"
        f"User Question: {state['user_query']}\nSQL: {state['sql_query']}\n"
        f"Results: {json.dumps(result['data'][:ROWS_EXPLAINED], default=str)}\n"
        "Highlight top values, trends, comparisons, anomalies. Write for business users, not technical."
    )
    return {"explanation": await ask_model(prompt)}


async def complete(state: AgentState) -> dict:
    result = state.get("execution_result")
    if not result or not result["success"]:
        return {}
    summary = f"{result['row_count']} rows, columns: {', '.join(result['columns'])}"
    turn = {"user_query": state["user_query"], "resolved_query": state["resolved_query"], "results_summary": summary}
    return {"chat_history": [{**turn, "sql": state["sql_query"]}]}


def after_plan(state: AgentState) -> str:
    action = state["next_action"]
    return "execute_tools" if action in ("get_schema", "validate_sql", "execute_sql") else action


NODES = (detect_clarification, plan, execute_tools, generate_sql, reflect, generate_explanation, complete)
builder = StateGraph(AgentState)
for step in NODES:
    builder.add_node(step.__name__, timed(step.__name__, step))
builder.add_edge(START, "detect_clarification")
builder.add_conditional_edges("detect_clarification", lambda s: "complete" if s["clarification_needed"] else "plan")
builder.add_conditional_edges("plan", after_plan)
for step in ("execute_tools", "generate_sql", "reflect", "generate_explanation"):
    builder.add_edge(step, "plan")
builder.add_edge("complete", END)
graph = builder.compile(checkpointer=InMemorySaver())


@asynccontextmanager
async def keep_sessions(app: FastAPI):
    global graph
    if path := os.environ.get("PEER_SESSIONS"):
        async with AsyncSqliteSaver.from_conn_string(path) as saver:
            await saver.setup()
            graph = builder.compile(checkpointer=saver)
            yield
    else:
        yield


app = FastAPI(lifespan=keep_sessions)


class QueryRequest(BaseModel):
    query: str
    session_id: str | None = None
    client_id: int | None = None
    max_iterations: int = 3


async def resolve(query: str, history: list[dict]) -> str:
    if not history:
        return query
    history = f"History: {json.dumps(history[-HISTORY_SENT:])}\nNew query: {query}\n"
    return await ask_model(f"{history}If follow-up, rewrite as standalone. Else return unchanged.")


@app.get("/health")
async def health() -> dict:
    return {"status": "healthy"}


@app.post("/query-agentic")
async def query_agentic(request: QueryRequest) -> JSONResponse:
    if not 1 <= len(request.query) <= 1000:
        return JSONResponse({"error": "Invalid query"}, 400)
    if not 1 <= request.max_iterations <= 5:
        return JSONResponse({"error": "Invalid max_iterations"}, 400)
    since = time.perf_counter()
    session = request.session_id or str(uuid.uuid4())
    config = {"configurable": {"thread_id": session}, "recursion_limit": 60}
    history = (await graph.aget_state(config)).values.get("chat_history", [])
    resolved = await resolve(request.query, history)
    question = {"user_query": request.query, "resolved_query": resolved, "max_iterations": request.max_iterations}
    state = await graph.ainvoke({**dict.fromkeys(ARTIFACTS), **question, **COUNTS}, config)
    return JSONResponse(answer(state, session, resolved != request.query, time.perf_counter() - since))


def answer(state: AgentState, session: str, is_followup: bool, seconds: float) -> dict[str, Any]:
    common = {"method": "agentic", "session_id": session}
    if state["clarification_needed"]:
        return {"success": False, "needs_clarification": True, "questions": state["clarification_questions"], **common}
    if state["error"]:
        return {"success": False, "error": state["error"], "iterations": state["iteration"], **common}
    result = {key: state["execution_result"][key] for key in ("data", "columns", "row_count")}
    reflection = {key: state["reflection_result"][key] for key in ("is_acceptable", "issues")}
    artifacts = {"sql": state["sql_query"], "results": result, "explanation": state["explanation"]}
    judged = {"validation": state["validation_result"], "reflection": reflection}
    counts = {"iterations": state["iteration"], "tool_calls": state["tool_calls"], "is_followup": is_followup}
    timings = {"total_time": round(seconds, 6), "node_times": state["node_times"]}
    return {"success": True, **artifacts, **judged, **counts, "timings": timings, **common}

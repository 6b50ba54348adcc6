use super::*;

#[test]
fn times_that_move() {
    for question in [
        "orders today",
        "What was sold YESTERDAY?",
        "revenue last month",
        "revenue of this year",
        "orders in the past 30 days",
        "orders within the last seven days",
        "orders in the last couple of weeks",
        "recent orders",
        "the most recent order",
        "customers who joined 3 months ago",
        "sales YTD",
        "revenue year to date",
        "how many so far",
        "who is currently employed",
        "orders since Monday",
        "orders since the start of the year",
        "what do people buy nowadays",
        "sales since may",
        "orders on Friday",
        "sales in March",
        "sales in may",
        "sales by December",
        "next quarter's plan",
        "contracts that expire in 30 days",
        "customers older than 30",
        "accounts 90 days old",
        "average age",
        "revenue for the previous fiscal year",
        "this week's tickets",
        "which invoices are overdue",
        "revenue now",
        "next 2 weeks",
        "last summer",
        "orders for the latest quarter",
    ] {
        assert!(has_relative_time(question), "{question}");
    }
}

#[test]
fn times_that_stand_still_and_no_times() {
    for question in [
        "orders in 2023",
        "orders in 2023 by month",
        "orders since 2020",
        "revenue per month",
        "sales in March 2024",
        "orders between 2023-01-01 and 2023-06-30",
        "top 5 products",
        "the last name of each customer",
        "the first and last order of each customer",
        "average delivery time in days",
        "orders on Mondays",
        "what may be wrong with orders",
        "number of orders by month in the year 2022",
        "how many pages has each book",
        "revenue by quarter for 2023",
        "",
    ] {
        assert!(!has_relative_time(question), "{question}");
    }
}

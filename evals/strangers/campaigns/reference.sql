CREATE TABLE daily_results AS SELECT * FROM read_csv('daily_results.csv', header = true);
CREATE TABLE campaign_plan AS SELECT * FROM read_csv('campaign_plan.csv', header = true);

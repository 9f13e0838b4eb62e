-- The languages that most repositories are written in, and the repository with most stars of each.
SELECT language, count(*) AS repositories, full_name AS "most stars", max(stargazers_count) AS stars,
       json_extract(owner, '$.type') AS owner, date(pushed_at) AS "last push"
FROM repositories
WHERE language IS NOT NULL
GROUP BY language
ORDER BY repositories DESC
LIMIT 5;

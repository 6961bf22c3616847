-- Where the records are.

-- name: extent(site)^
-- Between which degrees the points of the table lie, half a percent at each end left out; and what cannot be drawn.
select percentile_cont(0.005) within group (order by longitude) as west, percentile_cont(0.995) within group (order by longitude) as east,
       percentile_cont(0.005) within group (order by latitude) as south, percentile_cont(0.995) within group (order by latitude) as north,
       count(*) as points, (select count(*) from crawl.directory_table where site = :site) as rows,
       (select count(*) from crawl.directory_table where site = :site and latitude is not null and precision = 'city') as coarse
from crawl.directory_table
where site = :site and precision is distinct from 'city' and latitude between -90 and 90 and longitude between -180 and 180;

-- name: squares(site, west, south, east, north, columns, rows)
-- Points of the table in squares of a grid, the first row in the north.
select width_bucket(longitude, :west, :east, :columns) - 1 as "column", :rows - width_bucket(latitude, :south, :north, :rows) as "row",
       count(*) as n
from crawl.directory_table
where site = :site and precision is distinct from 'city' and longitude >= :west and longitude < :east
  and latitude >= :south and latitude < :north
group by 1, 2 order by 1, 2;

-- name: districts(site, most)
-- Where the rows of the table are, in the site's own words; and in how many places.
select coalesce(district, '') as place, count(*) as n, count(*) over () as of_all
from crawl.directory_table where site = :site group by 1 order by n desc, 1 limit :most;

-- name: activities(site, most)
select coalesce(activity, '') as place, count(*) as n, count(*) over () as of_all
from crawl.directory_table where site = :site group by 1 order by n desc, 1 limit :most;

-- name: regions(site, most)
select coalesce(region, '') as place, count(*) as n, count(*) over () as of_all
from crawl.postings where site = :site and state <> 'closed' group by 1 order by n desc, 1 limit :most;

-- name: categories(site, most)
-- A posting may be in several.
select category as place, count(*) as n, count(*) over () as of_all
from crawl.postings p cross join lateral unnest(case when p.categories = '{}' then array[''] else p.categories end) c (category)
where p.site = :site and p.state <> 'closed' group by 1 order by n desc, 1 limit :most;

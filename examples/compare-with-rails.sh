#!/bin/bash
# Compares what Rails lists, in before.txt, with the routes of routes.js: each line that differs.
# Name or -, method, path, target: a line for each method, without repeated rows and their twins with .:format
cat > rows.awk <<'END'
NF > 1 && $(NF - 1) ~ /^\// {
  methods = NF > 2 && $(NF - 2) ~ /^[A-Z|]+$/ ? $(NF - 2) : "ANY"
  name = NF == 4 || (NF == 3 && $1 != methods) ? $1 : "-"
  while (match(methods, /GET|POST|PUT|PATCH|DELETE|OPTIONS|QUERY|ANY/)) {
    row = substr(methods, RSTART, RLENGTH) " " $(NF - 1) " " $NF
    methods = substr(methods, RSTART + RLENGTH)
    if (!(row in names)) { names[row] = name; name = "-" }
  }
}
END {
  for (row in names) {
    plain = row; sub(/\.:format/, "", plain)
    if (plain == row || !(plain in names)) print names[row], row
  }
}
END
# Rails 2 prints {:controller=>"posts", :action=>"index"}, in either order; Rails 3 posts#index {:id=>/\d+/}
sed -E 's/\(\.:format\)//; s/\{.*:controller=>"([^"]+)".*:action=>"([^"]+)".*/\1#\2/
  s/\{.*:action=>"([^"]+)".*:controller=>"([^"]+)".*/\2#\1/; s/ \{.*//' before.txt | awk -f rows.awk | sort > rails.txt
npx fastify-resources routes routes.js | sed -E "s/\(\.:format\)//
  s/\{ controller: '([^']+)', action: '([^']+)'.*/\1#\2/; s/[()]//g" | awk -f rows.awk | sort > fastify.txt
diff rails.txt fastify.txt

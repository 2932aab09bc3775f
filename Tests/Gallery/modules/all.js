import "./editor.test.js";
import "./months-cache.test.js";
import "./paged-source.test.js";
import "./places.test.js";
import "./query.test.js";
import "./selection.test.js";
import "./timeline.test.js";

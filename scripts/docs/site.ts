/** What runs in the browser on each page of the site. */
import './menu.ts'
import './search.ts'

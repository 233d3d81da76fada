const conformance = require('countersign/conformance')
import('./lines.mjs').then(({ serveLines }) => serveLines(conformance))

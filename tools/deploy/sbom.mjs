// Reads a CycloneDX list and writes it without what differs from run to run (number, time, hashes of the tool), and
// without what only builds and tests the pages: `npm sbom --omit dev` leaves out react, which the tests use, too.
import { readFileSync } from 'node:fs'

const list = JSON.parse(readFileSync(0, 'utf8'))
delete list.serialNumber
delete list.metadata.timestamp
delete list.metadata.tools
const isDevelopment = (property) => property.name === 'cdx:npm:package:development' && property.value === 'true'
list.components = list.components.filter((component) => !component.properties?.some(isDevelopment))
const kept = new Set([list.metadata.component, ...list.components].map((component) => component['bom-ref']))
list.dependencies = list.dependencies
  .filter(({ ref }) => kept.has(ref))
  .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn?.filter((other) => kept.has(other)) }))
console.log(JSON.stringify(list, null, 2))

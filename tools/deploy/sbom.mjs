// Reads a CycloneDX SBOM and writes it without values that differ between runs (serial number, time, hashes of the tool)
// and without packages used only to build and test the pages: `npm sbom --omit dev` also omits react, because the tests
// use it. A package without a licence or hash is an error.
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
// Licences whose texts cyclonedx-gomod does not recognize, determined by reading them.
const read = {
  std: 'BSD-3-Clause',
  'github.com/cenkalti/backoff/v5': 'MIT',
  'github.com/cenkalti/backoff/v7': 'MIT',
  'github.com/oasdiff/yaml': 'MIT',
  'github.com/pressly/goose/v3': 'MIT',
}
const isOurs = ({ name }) => name.startsWith('puls.app/')
for (const component of list.components) {
  if (read[component.name]) component.licenses ??= [{ license: { id: read[component.name] } }]
}
const bare = list.components.filter(
  (component) => !isOurs(component) && !(component.licenses?.length && (component.hashes?.length || component.name === 'std')),
)
if (bare.length) throw new Error(`without licence or hash: ${bare.map(({ name }) => name).join(', ')}`)
console.log(JSON.stringify(list, null, 2))

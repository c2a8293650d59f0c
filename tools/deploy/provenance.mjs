// Writes an in-toto statement that files were built from this commit (SLSA provenance 1): VERSION FILE…
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'

const [version, ...files] = process.argv.slice(2)
const output = (command, ...args) => execFileSync(command, args, { encoding: 'utf8' }).trim()
const statement = {
  _type: 'https://in-toto.io/Statement/v1',
  subject: files.map((file) => ({
    name: basename(file),
    digest: { sha256: createHash('sha256').update(readFileSync(file)).digest('hex') },
  })),
  predicateType: 'https://slsa.dev/provenance/v1',
  predicate: {
    buildDefinition: {
      buildType: 'https://puls.app/tools/task/release/v1',
      externalParameters: { version },
      internalParameters: { go: output('go', 'env', 'GOVERSION'), node: process.version },
      resolvedDependencies: [{ uri: 'git+commit', digest: { gitCommit: output('git', 'rev-parse', 'HEAD') } }],
    },
    runDetails: { builder: { id: 'https://puls.app/tools/task/release' } },
  },
}
console.log(JSON.stringify(statement, null, 2))

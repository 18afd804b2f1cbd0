import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '@atalaia/stack'

const read = (file: string) => readFileSync(join(root, 'deploy/kubernetes', file), 'utf8')

// Rule: M-HEALTH-1, M-HEALTH-2
test.each(['api.yaml', 'gateway.yaml'])('%s restarts by /livez and takes traffic by /readyz', (file) => {
  const probes = Array.from(read(file).matchAll(/(\w+)Probe:\n +httpGet: { path: (\S+),/g), ([, name, path]) => [
    name,
    path,
  ])
  expect(Object.fromEntries(probes)).toEqual({ readiness: '/readyz', liveness: '/livez', startup: '/livez' })
})

test('webhooks reach no private network, and no metadata service', () => {
  const [api = ''] = read('network.yaml').split('\n---\n')
  const excepted = new Set(Array.from(api.matchAll(/^ +- ([\d.]+\/\d+)$/gm), ([, cidr]) => cidr))
  for (const cidr of [
    '10.0.0.0/8',
    '172.16.0.0/12',
    '192.168.0.0/16',
    '169.254.0.0/16',
    '100.64.0.0/10',
    '127.0.0.0/8',
  ])
    expect(excepted).toContain(cidr)
})

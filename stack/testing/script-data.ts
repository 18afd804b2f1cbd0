type HeapSession = {
  on(event: 'HeapProfiler.addHeapSnapshotChunk', listener: (event: { chunk: string }) => void): unknown
  off(event: 'HeapProfiler.addHeapSnapshotChunk', listener: (event: { chunk: string }) => void): unknown
  send(method: 'HeapProfiler.takeHeapSnapshot'): Promise<unknown>
}

type Snapshot = {
  readonly snapshot: {
    readonly meta: { readonly node_fields: readonly string[]; readonly node_types: readonly (readonly string[])[] }
  }
  readonly nodes: readonly number[]
}

const OBJECTS = new Set(['object', 'closure', 'regexp'])
const DATA = new Set([
  ...OBJECTS,
  'array',
  'string',
  'concatenated string',
  'sliced string',
  'number',
  'symbol',
  'bigint',
])

export type ScriptData = { readonly objects: number; readonly bytes: number }

/** Uses a heap snapshot: heap size grows mostly by compiled code. */
export const measureScriptData = async (session: HeapSession): Promise<ScriptData> => {
  const chunks: string[] = []
  const keep = ({ chunk }: { chunk: string }) => void chunks.push(chunk)
  session.on('HeapProfiler.addHeapSnapshotChunk', keep)
  await session.send('HeapProfiler.takeHeapSnapshot')
  session.off('HeapProfiler.addHeapSnapshotChunk', keep)
  const { snapshot, nodes }: Snapshot = JSON.parse(chunks.join(''))
  const { node_fields: fields, node_types: types } = snapshot.meta
  const [typeAt, sizeAt] = [fields.indexOf('type'), fields.indexOf('self_size')]
  const data = { objects: 0, bytes: 0 }
  for (let row = 0; row < nodes.length; row += fields.length) {
    const type = types[0]?.[nodes[row + typeAt] ?? -1] ?? ''
    if (OBJECTS.has(type)) data.objects += 1
    if (DATA.has(type)) data.bytes += nodes[row + sizeAt] ?? 0
  }
  return data
}

const CHECKS: Readonly<Record<string, () => boolean>> = {
  'Array.from': () => Array.from(new Set([1]), (each) => each + 1)[0] === 2,
  'Array.prototype.entries': () => [...['a'].entries()][0]?.[1] === 'a',
  'Array.prototype.map': () =>
    Array.prototype.map.call({ length: 1, 0: 1 }, (_each, _index, list) => list)[0] !== undefined,
  'Array.prototype.reduce': () => [1, 2].reduce((sum, each) => sum + each, 1) === 4,
  'JSON.stringify': () => JSON.stringify([[new Date(0)]]) === '[["1970-01-01T00:00:00.000Z"]]',
  'Object.keys': () => Object.keys(['a']).length === 1,
  'String.prototype.startsWith': () => 'ab'.startsWith('b', 1),
}

const holds = (check: () => boolean): boolean => {
  try {
    return check()
  } catch {
    return false
  }
}

export const replacedBuiltIns = (): readonly string[] => {
  const replaced: string[] = []
  for (const name in CHECKS) if (!holds(CHECKS[name] ?? (() => true))) replaced.push(name)
  return replaced
}

import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** `node shared/ui/scripts/icons.ts` writes icon-paths.ts from these Lucide drawings. */
const drawings: Record<string, string> = {
  'alert-circle': 'circle-alert',
  'alert-triangle': 'triangle-alert',
  'arrow-down': 'arrow-down',
  'arrow-left': 'arrow-left',
  'arrow-right': 'arrow-right',
  'arrow-up': 'arrow-up',
  bell: 'bell',
  calendar: 'calendar',
  chart: 'chart-spline',
  check: 'check',
  'check-circle': 'circle-check',
  'chevron-down': 'chevron-down',
  'chevron-left': 'chevron-left',
  'chevron-right': 'chevron-right',
  'chevron-up': 'chevron-up',
  clock: 'clock',
  dashboard: 'layout-dashboard',
  database: 'database',
  download: 'download',
  external: 'arrow-up-right',
  eye: 'eye',
  file: 'file-text',
  fingerprint: 'fingerprint-pattern',
  globe: 'globe',
  heart: 'heart',
  home: 'house',
  'id-card': 'id-card',
  inbox: 'inbox',
  info: 'info',
  key: 'key-round',
  layers: 'layers',
  link: 'link',
  lock: 'lock',
  mail: 'mail',
  maximize: 'maximize-2',
  menu: 'menu',
  message: 'message-circle',
  minimize: 'minimize-2',
  minus: 'minus',
  moon: 'moon',
  more: 'ellipsis',
  palette: 'palette',
  phone: 'phone',
  plus: 'plus',
  power: 'power',
  refresh: 'refresh-cw',
  restore: 'undo-2',
  scale: 'scale',
  search: 'search',
  settings: 'settings-2',
  shield: 'shield',
  'shield-check': 'shield-check',
  sort: 'chevrons-up-down',
  sun: 'sun',
  table: 'table-2',
  trash: 'trash-2',
  trend: 'trending-up',
  user: 'user',
  users: 'users',
  x: 'x',
}

const attributes = (tag: string): Record<string, string> =>
  Object.fromEntries([...tag.matchAll(/([a-z0-9]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]))

const circle = (x: number, y: number, rx: number, ry: number): string =>
  `M${x - rx} ${y}a${rx} ${ry} 0 1 0 ${rx * 2} 0a${rx} ${ry} 0 1 0 ${-rx * 2} 0`

const rectangle = ({ x = '0', y = '0', width = '0', height = '0', rx = '0' }: Record<string, string>): string => {
  const [w, h, r] = [Number(width), Number(height), Number(rx)]
  const arc = (dx: number, dy: number) => (r ? `a${r} ${r} 0 0 1 ${dx} ${dy}` : '')
  return `M${Number(x) + r} ${y}h${w - 2 * r}${arc(r, r)}v${h - 2 * r}${arc(-r, r)}h${2 * r - w}${arc(-r, -r)}v${2 * r - h}${arc(r, -r)}z`
}

const toPath = (element: string, a: Record<string, string>): string => {
  switch (element) {
    case 'path':
      return a.d ?? ''
    case 'line':
      return `M${a.x1} ${a.y1}L${a.x2} ${a.y2}`
    case 'polyline':
      return `M${a.points}`
    case 'circle':
      return circle(Number(a.cx), Number(a.cy), Number(a.r), Number(a.r))
    case 'ellipse':
      return circle(Number(a.cx), Number(a.cy), Number(a.rx), Number(a.ry))
    case 'rect':
      return rectangle(a)
    default:
      throw new Error(`icons: an element that has no path form: ${element}`)
  }
}

/** A relative first move would begin at the previous path's end. */
const fromOrigin = (d: string): string =>
  d.replace(/^m\s*(-?[\d.]+)[\s,]*(-?[\d.]+)(?=\s*[-\d])/, 'M$1 $2l').replace(/^m/, 'M')

const require = createRequire(import.meta.url)
const pathOf = (drawing: string): string => {
  const svg = readFileSync(require.resolve(`lucide-static/icons/${drawing}.svg`), 'utf8')
  const body = svg.slice(svg.indexOf('>', svg.indexOf('<svg')) + 1)
  return [...body.matchAll(/<([a-z]+)\s([^>]*)\/>/g)]
    .map(([, element = '', rest = '']) => toPath(element, attributes(rest)))
    .map(fromOrigin)
    .join('')
}

const lines = Object.entries(drawings).map(([name, drawing]) => `  '${name}': '${pathOf(drawing)}',`)
writeFileSync(
  new URL('../src/icons/icon-paths.ts', import.meta.url),
  `/** Written by scripts/icons.ts. Drawings: Lucide (ISC licence), 24 units a side, one stroke. */
export const iconPaths = {
${lines.join('\n')}
} as const
`,
)

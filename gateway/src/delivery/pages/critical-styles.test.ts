import { criticalStyles } from './critical-styles.ts'

const critical = (css: string, html: string, ...styles: readonly string[]) => criticalStyles(css, { html, styles })

// Rule: M-SPEED-33
test('rules of what is painted stay, in each theme, with the variables and keyframes that they use', async () => {
  const css = [
    ':root { --used: 1px; --unused: 2px }',
    '.light { --used: 3px }',
    '[data-late-font] body { color: red }',
    '.card { margin: var(--used); animation: breathe 1s }',
    '.card:hover::after { color: blue }',
    '.other { margin: var(--unused); animation: blink 1s }',
    '@keyframes breathe { 50% { opacity: 0 } }',
    '@keyframes blink { 50% { opacity: 1 } }',
    '@media print { .card { display: none } .other { display: block } }',
  ].join('\n')
  const kept = await critical(css, '<p class="card">Texto</p>')
  for (const part of ['--used: 1px', '.light', '[data-late-font]', '.card {', ':hover::after', 'breathe {', 'print'])
    expect(kept).toContain(part)
  for (const part of ['.other', '--unused', 'blink']) expect(kept).not.toContain(part)
})

test('a variable that only the styles of the route use stays', async () => {
  const kept = await critical(':root { --a: 1px; --b: 2px }', '<p class="card"></p>', '.card { margin: var(--b) }')
  expect(kept).toContain('--b')
  expect(kept).not.toContain('--a')
})

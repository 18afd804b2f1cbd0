import { cone, fieldDots, hills, lantern, stars, tower } from '../src/art/night-scene.ts'

/** Dark theme's tokens: the picture has no page around it. */
const ink = {
  ground: '#0a0e16',
  text: '#e9eef6',
  muted: '#9dabc0',
  line: '#58606c',
  faint: '#252a33',
  beam: '#f6c453',
  leak: '#ff9350',
}

const [[x, y], left, right] = cone

const leaks = fieldDots.leaks.map(([cx, cy]) => `<circle cx="${cx}" cy="${cy}" r="8"/>`).join('')

const scene = `
<svg viewBox="240 0 1200 720" preserveAspectRatio="xMaxYMax slice" fill="none" stroke-linecap="round" stroke-linejoin="round">
  <defs>
    <linearGradient id="beam" gradientUnits="userSpaceOnUse" x1="${x}" y1="${y}" x2="590" y2="720">
      <stop offset="0" stop-color="${ink.beam}" stop-opacity=".46"/>
      <stop offset=".45" stop-color="${ink.beam}" stop-opacity=".13"/>
      <stop offset="1" stop-color="${ink.beam}" stop-opacity="0"/>
    </linearGradient>
    <radialGradient id="glow">
      <stop offset="0" stop-color="${ink.beam}" stop-opacity=".38"/>
      <stop offset="1" stop-color="${ink.beam}" stop-opacity="0"/>
    </radialGradient>
  </defs>
  <path d="${stars}" stroke="${ink.line}" stroke-width="2"/>
  <path d="${hills.back}" stroke="${ink.faint}" stroke-width="1.6"/>
  <path d="${hills.front}" fill="${ink.ground}"/>
  <path d="${hills.crest}" stroke="${ink.line}" stroke-width="1.8"/>
  <path d="${hills.slopes.join('')}" stroke="${ink.faint}" stroke-width="1.6"/>
  <path d="${fieldDots.dimFar}" stroke="${ink.faint}" stroke-width="2.2"/>
  <path d="${fieldDots.dimNear}" stroke="${ink.faint}" stroke-width="3.4"/>
  <path d="M${x} ${y}L${left.join(' ')}H${right[0]}Z" fill="url(#beam)"/>
  <path d="${fieldDots.litFar}" stroke="${ink.beam}" stroke-width="2.6"/>
  <path d="${fieldDots.litNear}" stroke="${ink.beam}" stroke-width="4"/>
  <g fill="${ink.ground}" stroke="${ink.leak}" stroke-width="3">${leaks}</g>
  <g fill="${ink.ground}" stroke="${ink.text}" stroke-opacity=".75" stroke-width="2.2">
    <path d="${tower.legs}"/><path d="${tower.braces}" stroke-width="1.2"/><path d="${tower.cabin}"/>
    <path d="${tower.platform}"/><path d="${tower.roof}"/>
  </g>
  <circle cx="${lantern[0]}" cy="${lantern[1]}" r="150" fill="url(#glow)"/>
  <circle cx="${lantern[0]}" cy="${lantern[1]}" r="9" fill="${ink.beam}"/>
</svg>`

/** A page of 1200 by 630; `font` is a data address. It names no brand: integrators may have another. */
export const ogPicture = (font: string): string => `<!doctype html>
<meta charset="utf-8">
<style>
  @font-face { font-family: Inter; src: url(${font}) format('woff2'); font-weight: 100 900 }
  body { margin: 0; width: 1200px; height: 630px; overflow: hidden; position: relative; background: ${ink.ground}; font-family: Inter }
  svg { position: absolute; inset: 0; width: 100%; height: 100% }
  h1 { position: absolute; left: 72px; top: 68px; width: 640px; margin: 0; color: ${ink.text}; font-size: 72px; font-weight: 600; line-height: 1.05; letter-spacing: -.036em }
</style>
${scene}
<h1>Saiba quais contas da sua empresa vazaram.</h1>`

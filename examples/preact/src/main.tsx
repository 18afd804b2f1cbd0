import { render } from 'preact'
import { Portal } from './portal.tsx'
import 'example-portal/portal.css'

const place = document.querySelector('#root')
if (place) render(<Portal />, place)

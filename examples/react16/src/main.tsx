import { createElement } from 'react'
import { render } from 'react-dom'
import { Portal } from './portal.tsx'
import 'example-portal/portal.css'

render(createElement(Portal), document.querySelector('#root'))

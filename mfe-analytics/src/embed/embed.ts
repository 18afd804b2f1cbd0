import '@atalaia/ui/styles.css'
import './embed.css'
import { AnalyticsElement, elementName } from './analytics-element.ts'

// Loaded twice, or in two versions: the first one stays.
if (!customElements.get(elementName)) customElements.define(elementName, AnalyticsElement)

/** How a dragged item settles (P-KIT-32): its duration in milliseconds, and its easing. */
export const DRAG_ANIMATION = { duration: 200, easing: 'ease-out' }

/** The pages work without this. */

/** A second click on the same button sends nothing. */
let last

document.addEventListener('submit', (event) => {
  if (event.target.getAttribute('method') !== 'post') return
  if (last?.submitter === event.submitter && event.timeStamp - last.timeStamp < 5000) event.preventDefault()
  else last = event
})

// A page that the browser has kept for its Back button begins anew.
window.addEventListener('pageshow', () => { last = undefined })

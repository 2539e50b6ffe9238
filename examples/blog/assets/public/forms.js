/** A second click on the same button sends nothing. The pages work without this. */

let last

document.addEventListener('submit', (event) => {
  if (last?.submitter === event.submitter && event.timeStamp - last.timeStamp < 5000) event.preventDefault()
  else last = event
})

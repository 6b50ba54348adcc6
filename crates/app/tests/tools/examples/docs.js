// The description at /docs, once its operations are drawn.
const until = Date.now() + 30_000;
while (document.querySelectorAll('.opblock').length === 0 && Date.now() < until) {
  await new Promise((resolve) => setTimeout(resolve, 50));
}
const first = document.querySelector('.opblock');
return {
  title: document.querySelector('.info .title')?.innerText,
  operations: document.querySelectorAll('.opblock').length,
  // What a page without its style sheet has not.
  rounded: first && getComputedStyle(first).borderRadius,
};

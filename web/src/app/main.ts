import './app.css';
import './installation.svelte';
import { mount } from 'svelte';
import App from './App.svelte';
import { keepApp } from './offline/register';

const app = document.getElementById('app')!;
const pressed = app.querySelector('[data-pressed]'); // in the shell, see shell/draw.ts
app.replaceChildren();
mount(App, { target: app });
keepApp();

if (pressed) {
  const isSame = (other: Element) => other.textContent === pressed.textContent && other.ariaLabel === pressed.ariaLabel;
  [...app.querySelectorAll('button')].find(isSame)?.click();
}

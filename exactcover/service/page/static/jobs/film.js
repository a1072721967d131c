/* A plan played step by step: the picture is an animation, paused at the current step. */

export class Film {
  constructor(root) {
    const one = selector => root.querySelector(selector);
    this.picture = one("svg");
    [this.first, this.step] = [Number(root.dataset.first), Number(root.dataset.step)];
    this.slider = one("[data-steps]");
    this.told = one("[data-told]");
    this.button = one("[data-play]");
    this.captions = JSON.parse(root.dataset.toldBy);
    this.picture.pauseAnimations();
    const go = by => () => { this.pause(); this.at(Number(this.slider.value) + by); };
    this.slider.addEventListener("input", go(0));
    one("[data-back]").addEventListener("click", go(-1));
    one("[data-on]").addEventListener("click", go(1));
    this.button.addEventListener("click", () => (this.timer ? this.pause() : this.play()));
    this.at(0);
  }

  at(step) {
    const now = Math.max(0, Math.min(Number(this.slider.max), step));
    this.slider.value = now;
    this.picture.setCurrentTime(now ? this.first + now * this.step - 0.01 : 0);
    this.say(now);
  }

  say(now) {
    this.told.textContent = now ? `Step ${now} of ${this.slider.max}: ${this.captions[now]}` : `Start, ${this.slider.max} steps to go`;
  }

  play() {
    if (this.slider.value === this.slider.max) this.at(0);
    this.picture.setCurrentTime(Number(this.slider.value) ? this.first + Number(this.slider.value) * this.step : this.first - 0.2);
    this.picture.unpauseAnimations();
    this.button.textContent = "Pause";
    this.timer = setInterval(() => {
      const now = Math.floor((this.picture.getCurrentTime() - this.first) / this.step + 0.1);
      if (now >= Number(this.slider.max)) {
        this.pause();
        this.at(Number(this.slider.max));
        return;
      }
      this.slider.value = Math.max(0, now);
      this.say(Math.max(0, now));
    }, 50);
  }

  pause() {
    clearInterval(this.timer);
    this.timer = null;
    this.picture.pauseAnimations();
    this.button.textContent = "Play";
  }
}

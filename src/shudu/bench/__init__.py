"""How fast, side by side with what else there is; and one number that stands for the kernel's behaviour."""

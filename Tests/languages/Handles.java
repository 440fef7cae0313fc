// SPDX-License-Identifier: MIT

import com.sun.jna.Library;
import com.sun.jna.Native;
import com.sun.jna.Pointer;
import com.sun.jna.PointerType;
import com.sun.jna.Structure;
import com.sun.jna.ptr.PointerByReference;
import java.util.HashMap;
import java.util.Map;

/** Keeps handles in JNA's pointers, which hold them as a signed long, while the garbage collector runs. */
public class Handles {
    public static class Text extends PointerType {
        public Text() {}

        Text(Pointer handle) {
            super(handle);
        }
    }

    @Structure.FieldOrder({
        "struct_size", "required_protection", "capacity", "mask_character", "max_clusters", "allowed", "mask", "mask_count",
        "hide_length", "reveal_keypad", "mask_delay_ns", "idle_timeout_ns", "visible", "reserved"
    })
    public static class TextOptions extends Structure {
        public int struct_size, required_protection, capacity, mask_character, max_clusters, allowed, mask, mask_count;
        public int hide_length, reveal_keypad;
        public long mask_delay_ns, idle_timeout_ns;
        public int visible, reserved;
    }

    public interface Scrim extends Library {
        int scrim_text_create(TextOptions options, PointerByReference out);

        int scrim_text_clear(Text text);

        void scrim_text_destroy(Text text);

        long scrim_live_handles(int kind);
    }

    static final int CYCLES = 200000;
    static final int KEPT = 512;
    static final int BATCH = 2048;
    static final int INVALID_HANDLE = -2;

    static void check(boolean is, String what) {
        if (!is) {
            throw new IllegalStateException(what);
        }
    }

    public static void main(String[] arguments) {
        Scrim scrim = Native.load(arguments[0], Scrim.class);
        TextOptions options = new TextOptions();
        options.struct_size = options.size();
        options.capacity = 16;
        Text[] kept = new Text[KEPT];
        Map<Text, Integer> numbers = new HashMap<>();
        for (int i = 0; i < CYCLES; i++) {
            PointerByReference out = new PointerByReference();
            check(scrim.scrim_text_create(options, out) == 0, "scrim_text_create failed");
            Text text = new Text(out.getValue());
            long bits = Pointer.nativeValue(text.getPointer());
            check(bits < 0, "a handle could be an address");
            kept[i % KEPT] = text;
            if (i % BATCH == 0) {
                System.gc();
                check(text.getPointer().toString().equals("native@0x" + Long.toHexString(bits)), "toString shows another value");
                check(text.equals(new Text(new Pointer(bits))), "a pointer of the same bits differs");
                check(numbers.put(text, i) == null, "two handles are equal");
                check(scrim.scrim_text_clear(text) == 0, "a handle changed in a collection");
            }
            scrim.scrim_text_destroy(text);
            check(i % BATCH != 0 || scrim.scrim_text_clear(text) == INVALID_HANDLE, "a destroyed handle is valid");
        }
        System.out.println(CYCLES + " cycles, " + scrim.scrim_live_handles(0) + " live handles");
    }
}

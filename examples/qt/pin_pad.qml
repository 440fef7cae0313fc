// SPDX-License-Identifier: MIT
// Draws what pad has: its keys, the masked PIN and a message. Touches and the mouse go to the keypad.
import QtQuick
import QtQuick.Window

Window {
    width: 360
    height: 600
    visible: true
    title: "PIN"
    color: "#f2f4f8"

    Text {
        y: 28
        width: parent.width
        horizontalAlignment: Text.AlignHCenter
        font.pixelSize: 20
        color: "#4a5568"
        text: pad.message
    }
    Rectangle {
        x: 30
        y: 68
        width: 300
        height: 56
        radius: 10
        color: "white"
        border.color: "#cbd5e0"
        Text {
            anchors.centerIn: parent
            font.pixelSize: 26
            font.letterSpacing: 6
            color: "#1a202c"
            text: pad.masked
        }
    }
    Item {
        x: 30
        y: 150
        width: 300
        height: 420
        Repeater {
            model: pad.keys
            Rectangle {
                required property var modelData
                x: modelData.x
                y: modelData.y
                width: modelData.width
                height: modelData.height
                radius: 12
                color: modelData.inserts ? "white" : "#e2e8f0"
                border.color: "#cbd5e0"
                Accessible.role: Accessible.Button
                Accessible.name: modelData.name
                Text {
                    anchors.centerIn: parent
                    font.pixelSize: 30
                    color: "#1a202c"
                    text: modelData.label
                }
            }
        }
        MultiPointTouchArea {
            anchors.fill: parent
            onPressed: touchPoints => touchPoints.forEach(p => pad.touch(p.pointId, 1, p.x, p.y))
            onUpdated: touchPoints => touchPoints.forEach(p => pad.touch(p.pointId, 2, p.x, p.y))
            onReleased: touchPoints => touchPoints.forEach(p => pad.touch(p.pointId, 3, p.x, p.y))
            onCanceled: touchPoints => touchPoints.forEach(p => pad.touch(p.pointId, 4, p.x, p.y))
        }
    }
}
